import SwiftUI

/// The title of a section in a form.
struct SectionHeader: View {
    @Environment(\.theme) private var theme

    private let title: LocalizedStringKey

    init(_ title: LocalizedStringKey) { self.title = title }

    var body: some View {
        Text(title).labelStyle().foregroundStyle(theme[\.muted])
    }
}
