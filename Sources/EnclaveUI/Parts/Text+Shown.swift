import CollabWire
import Foundation
import SwiftUI

extension Text {
    /// Words of a host, a guest, a file: as they came, without control characters and what turns the direction of text
    /// (``CollabWire/Swift/String/readable``). The screens show such words in no other way.
    init(shown words: String) { self.init(verbatim: words.readable) }
}

extension AttributedString {
    /// The same for a piece of a text that is put together.
    init(shown words: some StringProtocol) { self.init(String(words).readable) }
}
