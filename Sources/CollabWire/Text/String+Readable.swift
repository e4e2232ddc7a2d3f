extension Unicode.Scalar {
    /// Whether the character turns the direction of the text around it and shows nothing itself: Unicode's
    /// `Bidi_Control`, that is marks, embeddings, overrides and isolates (U+061C, U+200E–200F, U+202A–202E, U+2066–2069).
    ///
    /// The one place that says which these are, for links, screens, alerts and the terminal alike.
    public var turnsDirection: Bool { properties.isBidiControl }
}

extension StringProtocol {
    /// Whether something in the text turns its direction. Time: linear; plain ASCII is only looked at.
    public var turnsDirection: Bool {
        // Every such character begins with one of these bytes: most texts are let through without being decoded.
        utf8.contains { $0 == 0xD8 || $0 == 0xE2 } && unicodeScalars.contains(where: \.turnsDirection)
    }
}

extension String {
    /// The text without what turns its direction: as it will be run, sent or compared.
    ///
    /// A question must read as what it asks for. With these characters a command could be shown as another one than is
    /// approved, and a name as somebody else's.
    public var withoutDirections: String {
        turnsDirection ? without(\.turnsDirection) : self
    }
}

extension Unicode.Scalar {
    /// Whether a text of others must not bring this character to a reader: a control character (C0, delete, C1) would
    /// steer a terminal or be drawn as a box, and what turns the direction of text would make it read as something else
    /// than it is.
    public var steersTerminal: Bool { value < 0x20 || (0x7F...0x9F).contains(value) || turnsDirection }

    /// The same for text of several lines: line feeds and tabs are part of it.
    fileprivate var isUnreadable: Bool { steersTerminal && self != "\n" && self != "\t" }
}

extension StringProtocol {
    /// Whether something in the text is left out of ``Swift/String/readable``. Time: linear.
    public var isUnreadable: Bool {
        // Bytes that such a character may begin with; most texts have none of them.
        utf8.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }
            && unicodeScalars.contains(where: \.isUnreadable)
    }
}

extension String {
    /// The text as a reader gets it, on a screen or in a terminal: without control characters other than line feeds and
    /// tabs, and without what turns its direction.
    public var readable: String {
        isUnreadable ? without(\.isUnreadable) : self
    }

    private func without(_ isLeftOut: (Unicode.Scalar) -> Bool) -> String {
        var kept = UnicodeScalarView()
        for scalar in unicodeScalars where !isLeftOut(scalar) { kept.append(scalar) }
        return String(kept)
    }
}
