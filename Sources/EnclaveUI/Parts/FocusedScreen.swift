import EnclaveModel
import SwiftUI

/// A tab about the session in focus: its name, then what it says of that session, or how to get one.
struct FocusedScreen<Content: View>: View {
    @Environment(AppModel.self) private var app
    @Environment(\.theme) private var theme

    private static var beginning: String { "beginning" }

    private let title: LocalizedStringKey
    private let symbol: String
    private let invitation: LocalizedStringKey
    private let content: (SessionVM) -> Content

    /// A tab.
    /// - Parameters:
    ///   - symbol: stands above the invitation.
    ///   - invitation: what would be here, while no session is open.
    init(
        _ title: LocalizedStringKey, symbol: String, invitation: LocalizedStringKey,
        @ViewBuilder content: @escaping (SessionVM) -> Content
    ) {
        self.title = title
        self.symbol = symbol
        self.invitation = invitation
        self.content = content
    }

    var body: some View {
        ScrollView {
            VStack(spacing: Metrics.margin) {
                ScreenTitle(title).id(Self.beginning)
                if let session = app.focused {
                    content(session)
                } else {
                    EmptyState(symbol: symbol, title: "No session open", message: invitation)
                }
            }
            .padding(.horizontal, Metrics.margin)
            .padding(.bottom, Metrics.margin)
            .frame(maxWidth: Metrics.readableWidth)
            .frame(maxWidth: .infinity)
        }
        .returnsToBeginning(Self.beginning)
        .background(theme[\.bg])
        .titledScreen(title)
    }
}
