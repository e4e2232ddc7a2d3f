import SwiftUI

extension Text {
    /// Words that are also shown elsewhere, for a label that is only heard: soft hyphens say where a word may break, and
    /// some voices pause at them.
    static func spoken(_ key: String, _ locale: Locale) -> Text {
        Text(shown: Words.lookUp(key, locale).withoutSoftHyphens)
    }
}

extension String {
    /// The text without the marks of where its words may break.
    var withoutSoftHyphens: String {
        guard utf8.contains(0xC2), unicodeScalars.contains("\u{AD}") else { return self }
        var kept = UnicodeScalarView()
        for scalar in unicodeScalars where scalar != "\u{AD}" { kept.append(scalar) }
        return String(kept)
    }
}
