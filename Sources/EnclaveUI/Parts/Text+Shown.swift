import CollabWire
import Foundation
import SwiftUI

extension Text {
    /// Words of a host, a guest, a file: as they came, without control characters and what turns the direction of text
    /// (``CollabWire/Swift/String/readable``). The screens show such words in no other way.
    ///
    /// One view shows a beginning only of what is longer than any view can lay out in time; prose, code and output of
    /// that size come in pieces.
    init(shown words: String) { self.init(verbatim: words.showable) }
}

extension Text {
    /// What stands in an empty field. The system's own grey is no contrast to read by.
    static func prompt(_ words: LocalizedStringKey, _ theme: Theme) -> Text {
        Text(words).foregroundStyle(theme[\.muted])
    }
}

extension String {
    /// The most bytes that one view lays out.
    static var mostShown: Int { 65_536 }

    /// ``readable``, no longer than a view can take.
    fileprivate var showable: String {
        guard utf8.count > Self.mostShown else { return readable }
        // By scalars: one character can be as long as a text.
        let end = unicodeScalars.index(before: utf8.index(utf8.startIndex, offsetBy: Self.mostShown))
        return String(unicodeScalars[..<end]).readable + "…"
    }
}

extension AttributedString {
    /// The same for a piece of a text that is put together.
    init(shown words: some StringProtocol) { self.init(String(words).showable) }
}
