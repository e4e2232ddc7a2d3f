import SwiftUI

/// The words of a form's row with their symbol; at accessibility sizes the words have the row to themselves, and the
/// largest size of all is left out, or long ones would break in the middle.
struct RowLabel: View {
    @Environment(\.dynamicTypeSize) private var typeSize

    private let title: LocalizedStringKey
    private let symbol: String

    init(_ title: LocalizedStringKey, systemImage: String) {
        self.title = title
        symbol = systemImage
    }

    var body: some View {
        if typeSize.isAccessibilitySize {
            Text(title).dynamicTypeSize(...DynamicTypeSize.accessibility4)
        } else {
            Label(title, systemImage: symbol)
        }
    }
}
