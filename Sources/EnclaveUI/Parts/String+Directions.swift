extension String {
    /// The text without the characters that turn the direction of what follows (U+202A–202E, U+2066–2069).
    ///
    /// A question must read as it will run: with them, a command could be shown as another one than is approved.
    nonisolated var withoutDirectionOverrides: String {
        guard unicodeScalars.contains(where: Self.turnsDirection) else { return self }
        var kept = UnicodeScalarView()
        kept.append(contentsOf: unicodeScalars.lazy.filter { !Self.turnsDirection($0) })
        return String(kept)
    }

    private nonisolated static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
