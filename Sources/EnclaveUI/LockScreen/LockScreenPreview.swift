import EnclaveContracts
import EnclaveModel
import SwiftUI

/// What the lock screen will show of the focused session, at each privacy level.
struct LockScreenPreview: View {
    @Environment(AppModel.self) private var app
    @Environment(\.theme) private var theme
    @Environment(\.dismiss) private var dismiss
    @AppStorage("privacy") private var privacy = PrivacyLevel.title

    var body: some View {
        ZStack {
            LinearGradient(
                colors: [theme[\.lockTop], theme[\.lockBottom]], startPoint: .top, endPoint: .bottom
            )
            .ignoresSafeArea()
            VStack(spacing: Metrics.margin) {
                clock
                Spacer(minLength: 0)
                LockScreenCard(content: content)
                picker
            }
            .padding(Metrics.margin)
        }
        .overlay(alignment: .topTrailing) {
            Button {
                dismiss()
            } label: {
                Image(systemName: "xmark")
            }
            .buttonStyle(BlockStyle())
            .padding(Metrics.margin)
            .accessibilityLabel(Text("Close"))
            .keyboardShortcut(.cancelAction)
        }
    }

    private var clock: some View {
        TimelineView(.everyMinute) { context in clockFace(context.date) }
            .padding(.top, 56)
    }

    private func clockFace(_ date: Date) -> some View {
        VStack(spacing: 0) {
            Text(date, style: .date).font(.callout).foregroundStyle(theme[\.body])
            Text(date, style: .time)
                .font(.system(size: 72, weight: .semibold, design: .rounded))
                .foregroundStyle(theme[\.txt])
        }
    }

    private var picker: some View {
        VStack(spacing: Metrics.smallGap) {
            Picker(selection: $privacy) {
                Text("Private").tag(PrivacyLevel.private)
                Text("Title").tag(PrivacyLevel.title)
                Text("Preview").tag(PrivacyLevel.preview)
            } label: {
                Text("What the lock screen shows")
            }
            .pickerStyle(.segmented)
            Text("A picture of what the lock screen would show.")
                .font(.caption)
                .foregroundStyle(theme[\.muted])
        }
    }

    private var content: ActivityContent {
        app.focused.map { ActivityContent($0, privacy: privacy, now: Date()) } ?? .sample(privacy)
    }
}

/// A session's card on the lock screen: title, action, figures, question.
struct LockScreenCard: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale

    let content: ActivityContent

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            HStack {
                LiveDot(status: dot)
                Text(verbatim: content.title ?? "Enclave")
                    .font(.subheadline.weight(.heavy))
                    .foregroundStyle(theme[\.txt])
                    .lineLimit(1)
                Spacer()
                if let percent = content.contextPercent {
                    Text(verbatim: "\(percent) %").font(.figures).foregroundStyle(theme[\.muted])
                }
            }
            line
            if let question = content.question {
                questionText(question)
                    .font(.footnote)
                    .foregroundStyle(theme[\.txt])
                    .lineLimit(3)
                if question.options.count == 2 {
                    HStack {
                        ForEach(Array(question.options.enumerated()), id: \.offset) { index, option in
                            Text(verbatim: option)
                                .labelStyle()
                                .lineLimit(1)
                                .frame(maxWidth: .infinity, minHeight: Metrics.target)
                                .foregroundStyle(index == 0 ? theme[\.onAccent] : theme[\.txt])
                                .background(index == 0 ? theme[\.accent] : theme[\.glassFill])
                                .clipShape(RoundedRectangle(cornerRadius: Metrics.corner))
                        }
                    }
                }
            }
        }
        .padding(Metrics.margin)
        .background(theme[\.panel])
        .clipShape(RoundedRectangle(cornerRadius: Metrics.corner))
        .overlay {
            RoundedRectangle(cornerRadius: Metrics.corner).strokeBorder(theme[\.lineStrong], lineWidth: 1)
        }
        .accessibilityElement(children: .combine)
    }

    private func questionText(_ question: ActivityContent.Question) -> Text {
        if let text = question.text { Text(verbatim: text) } else { Text("A session needs your answer.") }
    }

    @ViewBuilder private var line: some View {
        if let action = content.action {
            Text(verbatim: action)
                .term(16, relativeTo: .footnote)
                .foregroundStyle(theme[\.accentText])
                .lineLimit(1)
        } else {
            Text(phase).font(.footnote).foregroundStyle(theme[\.body])
        }
    }

    private var phase: LocalizedStringKey {
        switch content.phase {
        case .working: "working"
        case .asking: "waiting for you"
        case .idle: "idle"
        case .away: "not connected"
        case .ended: "ended"
        }
    }

    private var dot: LiveDot.Status {
        switch content.phase {
        case .working, .asking: .working
        case .idle: .live
        case .away: .reconnecting
        case .ended: .ended
        }
    }
}
