import EnclaveAlerts
import EnclaveContracts
import EnclaveModel
import SwiftUI

/// A notification as the lock screen would show it, held open so that its actions are to be seen.
struct NotificationPreview: View {
    @Environment(\.theme) private var theme
    let draft: AlertDraft

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            HStack(alignment: .top, spacing: Metrics.gap) {
                Image(systemName: "square.stack.3d.up")
                    .font(.displaySmall)
                    .foregroundStyle(theme[\.onAccent])
                    .frame(width: 38, height: 38)
                    .background(theme[\.accent])
                    .clipShape(RoundedRectangle(cornerRadius: Metrics.corner))
                    .accessibilityHidden(true)
                VStack(alignment: .leading, spacing: 2) {
                    Text(shown: draft.title)
                        .font(.subheadline.weight(.semibold))
                        .foregroundStyle(theme[\.txt])
                        .lines(1, large: 2)
                    Text(shown: draft.body)
                        .font(.subheadline)
                        .foregroundStyle(theme[\.body])
                        .lineLimit(4)
                }
                Spacer(minLength: 0)
            }
            .padding(Metrics.gap)
            ForEach(Array(draft.category.actions.enumerated()), id: \.offset) { _, action in
                Hairline()
                Text(shown: title(action))
                    .font(.subheadline)
                    .foregroundStyle(theme[\.txt])
                    .frame(maxWidth: .infinity, minHeight: Metrics.target, alignment: .leading)
                    .padding(.horizontal, Metrics.gap)
            }
        }
        .background(theme[\.panel])
        .clipShape(RoundedRectangle(cornerRadius: Metrics.corner))
        .overlay { RoundedRectangle(cornerRadius: Metrics.corner).strokeBorder(theme[\.lineStrong], lineWidth: 1) }
        .accessibilityElement(children: .combine)
    }

    private func title(_ action: AlertCategory.Action) -> String {
        switch action {
        case .option(let label): label
        case .reply: draft.category.words.reply
        case .open: draft.category.words.open
        }
    }
}

extension AlertDraft {
    /// A made-up question at a privacy level.
    static func sample(_ privacy: PrivacyLevel, locale: Locale) -> AlertDraft {
        let sample = ActivityContent.sample(.preview)
        return AlertDraft(
            id: "sample",
            text: AlertText(
                title: sample.title ?? "", body: sample.question?.text ?? "", options: sample.question?.options ?? []),
            payload: AlertPayload(room: "sample", reason: .ask, askId: "1"), privacy: privacy,
            words: AlertWords(locale))
    }
}
