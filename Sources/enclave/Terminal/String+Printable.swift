import CollabWire

extension String {
    /// Without anything that steers a terminal, on one line, and without what it shows nothing of.
    var printable: String {
        String(UnicodeScalarView(unicodeScalars.filter { !$0.steersTerminal && !$0.isUnseen }))
    }
}

extension Unicode.Scalar {
    /// Whether a terminal shows nothing of the character, though it is none of those that make another one what it is:
    /// zero-width spaces, word joiners, the byte order mark. Terminals disagree about the columns these take, and what is
    /// copied out of the terminal would bring them along.
    ///
    /// The joiners (U+200C, U+200D) and selectors stay: letters and emoji are written with them.
    var isUnseen: Bool {
        switch value {
        case 0x200B, 0x2060...0x2064, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }
}
