import CollabWire

extension Unicode.Scalar {
    /// Whether a host's text must not bring this character to a terminal: a control character would steer it, and what
    /// turns the direction of text would make it read as something else than it is.
    var steersTerminal: Bool { value < 0x20 || (0x7F...0x9F).contains(value) || turnsDirection }
}

extension String {
    /// Without anything that steers a terminal, on one line.
    var printable: String { String(UnicodeScalarView(unicodeScalars.filter { !$0.steersTerminal })) }

    /// The same for a text of several lines: line feeds and tabs stay.
    var printableLines: String {
        String(UnicodeScalarView(unicodeScalars.filter { $0 == "\n" || $0 == "\t" || !$0.steersTerminal }))
    }
}
