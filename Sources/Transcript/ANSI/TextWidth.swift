/// How many columns text takes in a terminal.
public enum TextWidth {
    /// Columns of a character: 0 for what combines or is invisible, 2 for wide ones and emoji, 1 otherwise.
    public static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.isASCII { return first.value < 0x20 || first.value == 0x7F ? 0 : keycap(scalars) }
        if isWide(first) { return 2 }
        // A heart is one column, the same with the emoji selector two.
        if scalars.contains("\u{FE0F}") { return 2 }
        return isZero(first) ? 0 : 1
    }

    /// Columns of a text without control characters.
    public static func columns(of text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The longest beginning of a text that fits into a number of columns, and the columns it takes.
    public static func prefix(of text: Substring, columns limit: Int) -> (text: Substring, columns: Int) {
        var used = 0
        var end = text.startIndex
        while end < text.endIndex {
            let width = columns(of: text[end])
            if used + width > limit { break }
            used += width
            end = text.index(after: end)
        }
        return (text[..<end], used)
    }

    private static func keycap(_ scalars: Character.UnicodeScalarView) -> Int {
        scalars.contains("\u{FE0F}") && scalars.contains("\u{20E3}") ? 2 : 1
    }

    private static func isZero(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator, .surrogate:
            // The soft hyphen is shown.
            return scalar.value != 0xAD
        default:
            return (0x1160...0x11FF).contains(scalar.value)
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        guard value >= 0x1100 else { return false }
        if scalar.properties.isEmojiPresentation { return true }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            return true
        default:
            return false
        }
    }
}
