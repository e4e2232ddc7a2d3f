import CollabWire

extension String {
    /// Without anything that steers a terminal, on one line.
    var printable: String { String(UnicodeScalarView(unicodeScalars.filter { !$0.steersTerminal })) }
}
