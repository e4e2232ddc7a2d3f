#if os(Linux)
    /// The browser falls back by itself when the font is not installed.
    enum TerminalFont {
        static let name = "VT323"
        static let isAvailable = true
    }
#endif
