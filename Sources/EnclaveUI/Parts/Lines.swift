import SwiftUI

/// A bound to the lines of a text, and a wider one at accessibility sizes.
private struct Lines: ViewModifier {
    @Environment(\.dynamicTypeSize) private var typeSize

    let most: Int
    let mostWhenLarge: Int?

    func body(content: Content) -> some View {
        content.lineLimit(typeSize.isAccessibilitySize ? mostWhenLarge : most)
    }
}

extension View {
    /// Shows at most so many lines. Large text fits fewer words into a line: then as many as `large` says, or all.
    func lines(_ most: Int, large: Int? = nil) -> some View { modifier(Lines(most: most, mostWhenLarge: large)) }
}
