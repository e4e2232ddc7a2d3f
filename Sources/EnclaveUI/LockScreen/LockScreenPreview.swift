import EnclaveContracts
import EnclaveModel
import EnclaveWidgets
import SwiftUI

/// What the lock screen will show of the focused session, at each privacy level.
struct LockScreenPreview: View {
    @Environment(AppModel.self) private var app
    @Environment(\.theme) private var theme
    @Environment(\.dismiss) private var dismiss
    @Environment(\.wallClock) private var wallClock
    @Environment(AttentionCenter.self) private var attention: AttentionCenter?
    /// Without a center — in a picture of this screen alone — the choice lasts as long as the screen.
    @State private var passing = PrivacyLevel.title

    var body: some View {
        ZStack {
            LinearGradient(
                colors: [theme[\.lockTop], theme[\.lockBottom]], startPoint: .top, endPoint: .bottom
            )
            .ignoresSafeArea()
            ViewThatFits(in: .vertical) {
                face
                ScrollView { face }
            }
        }
        .overlay(alignment: .topTrailing) {
            Button {
                dismiss()
            } label: {
                Image(systemName: "xmark")
            }
            .buttonStyle(BlockStyle())
            .accessibilityLabel(Text("Close"))
            .keyboardShortcut(.cancelAction)
            .padding(Metrics.margin)
        }
    }

    private var face: some View {
        VStack(spacing: Metrics.margin) {
            clock
            Spacer(minLength: 0)
            LockScreenActivityView(room: app.focused?.id.rawValue ?? "", content: content)
                .clipShape(RoundedRectangle(cornerRadius: Metrics.corner))
                .overlay {
                    RoundedRectangle(cornerRadius: Metrics.corner).strokeBorder(theme[\.lineStrong], lineWidth: 1)
                }
                .disabled(true)
            picker
        }
        .padding(Metrics.margin)
        .frame(maxWidth: 560)
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
            Picker(selection: level) {
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

    private var privacy: PrivacyLevel { attention?.preferences.choices.attention.privacy ?? passing }

    private var level: Binding<PrivacyLevel> {
        guard let attention else { return $passing }
        return Bindable(attention.preferences).choices.attention.privacy
    }

    private var content: ActivityContent {
        app.focused.map { ActivityContent($0, privacy: privacy, now: wallClock.now()) } ?? .sample(privacy)
    }
}
