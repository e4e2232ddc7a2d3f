import SwiftUI

/// Bounds the text size for words too long for a line of the largest: a word that is smaller is read more easily than one
/// that breaks in the middle, where no language breaks it.
struct RoomForWords: ViewModifier {
    let text: String

    func body(content: Content) -> some View {
        content.dynamicTypeSize(...Self.largest(for: text))
    }

    /// The largest size in which every word stands in one line of a card on a narrow phone.
    static func largest(for text: String) -> DynamicTypeSize {
        let longest = text.split { $0.isWhitespace || $0 == "-" || $0 == "/" }.map(\.count).max() ?? 0
        return switch longest {
        case ...7: .accessibility5
        case 8: .accessibility4
        case 9...10: .accessibility3
        case 11...13: .accessibility2
        // Smaller would be no large text any more: longer words break.
        default: .accessibility1
        }
    }
}

extension View {
    /// Keeps large text as small as its longest word needs to stand in one line.
    func roomForWords(of text: String) -> some View { modifier(RoomForWords(text: text)) }
}
