/// A stretch of a terminal's output that looks one way.
public struct TerminalRun: Sendable, Hashable {
    /// The text, free of control characters.
    public var text: String
    /// How it looks.
    public var style: TerminalStyle
    /// Where it leads (OSC 8), when the address is safe.
    public var link: SafeLink?

    /// A run of text.
    public init(_ text: String, style: TerminalStyle = TerminalStyle(), link: SafeLink? = nil) {
        self.text = text
        self.style = style
        self.link = link
    }
}

/// How a run of terminal output looks (SGR).
public struct TerminalStyle: Sendable, Hashable {
    /// The text's colour; nil is the default.
    public var foreground: TerminalColor?
    /// The ground's colour; nil is the default.
    public var background: TerminalColor?
    /// Bold, dim, italic …
    public var attributes: Attributes

    /// Attributes of text; several apply at once.
    public struct Attributes: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8
        /// Attributes of given bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Bold or bright.
        public static let bold = Attributes(rawValue: 1 << 0)
        /// Faint.
        public static let dim = Attributes(rawValue: 1 << 1)
        /// Slanted.
        public static let italic = Attributes(rawValue: 1 << 2)
        /// Underlined, in any manner.
        public static let underline = Attributes(rawValue: 1 << 3)
        /// Foreground and ground change places.
        public static let inverse = Attributes(rawValue: 1 << 4)
        /// Struck through.
        public static let strikethrough = Attributes(rawValue: 1 << 5)
    }

    /// The default look, or a given one.
    public init(
        foreground: TerminalColor? = nil, background: TerminalColor? = nil, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}

/// A colour as terminals name them.
public enum TerminalColor: Sendable, Hashable {
    /// 0–7 the named colours, 8–15 their bright forms, 16–231 a 6×6×6 cube, 232–255 greys.
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)
}

/// One line of a terminal's output.
public struct TerminalLine: Sendable, Hashable {
    /// The runs, left to right.
    public var runs: [TerminalRun]

    /// A line of given runs.
    public init(runs: [TerminalRun] = []) { self.runs = runs }

    /// The line without colours: what is copied, searched and read aloud.
    public var plainText: String {
        if runs.count == 1 { return runs[0].text }
        return runs.reduce(into: "") { $0 += $1.text }
    }
}
