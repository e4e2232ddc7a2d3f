import SwiftUI

/// How to bring a session onto the phone.
struct OnboardingView: View {
    @Environment(\.theme) private var theme

    private struct Step: Identifiable {
        let id: Int
        let symbol: String
        let title: LocalizedStringKey
        let text: LocalizedStringKey
    }

    private let steps = [
        Step(
            id: 1, symbol: "terminal", title: "Run /collab in omp",
            text:
                "In the session on your machine, type /collab. omp opens an encrypted room and prints a link and a code."
        ),
        Step(
            id: 2, symbol: "qrcode.viewfinder", title: "Scan or paste",
            text: "Pair a box with the code or the link. A view link only watches; a control link also steers."),
        Step(
            id: 3, symbol: "paperplane.fill", title: "Watch, steer, answer",
            text: "Follow the agent as it works, send prompts, answer its questions, stop it."),
        Step(
            id: 4, symbol: "checkmark.shield", title: "Only you can read it",
            text: "Everything is sealed end to end. The relay sees sizes and times, never content."),
    ]

    var body: some View {
        SheetStack {
            ScrollView {
                VStack(alignment: .leading, spacing: Metrics.margin) {
                    ForEach(steps) { step in row(step) }
                }
                .padding(Metrics.margin)
            }
            .background(theme[\.bg])
            .navigationTitle(Text("How it works"))
            .navigationBarTitleDisplayMode(.inline)
        }
    }

    private func row(_ step: Step) -> some View {
        HStack(alignment: .top, spacing: Metrics.gap) {
            Image(systemName: step.symbol)
                .font(.title2)
                .foregroundStyle(theme[\.accent])
                .frame(width: Metrics.target)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 4) {
                Text(step.title).font(.headline).foregroundStyle(theme[\.txt])
                Text(step.text)
                    .font(.callout)
                    .foregroundStyle(theme[\.body])
                    .fixedSize(horizontal: false, vertical: true)
            }
        }
        .padding(Metrics.gap)
        .frame(maxWidth: .infinity, alignment: .leading)
        .glass()
        .accessibilityElement(children: .combine)
    }
}
