import EnclaveContracts
import SwiftUI
import WidgetKit

/// The widget in each of its sizes.
struct NeedsYouView: View {
    @Environment(\.widgetFamily) private var family
    @Environment(\.colorScheme) private var scheme
    let entry: NeedsYouEntry

    private var count: Int { entry.snapshot.needsAnswerCount }
    private var theme: WidgetTheme { WidgetTheme(scheme) }

    /// The session a tap opens: the first that needs an answer, else none in particular.
    private var target: URL? {
        entry.snapshot.sessions.first(where: \.needsAnswer).flatMap { RoomAddress.url(room: $0.id) }
    }

    var body: some View {
        Group {
            switch family {
            case .accessoryInline: inline
            case .accessoryCircular: circular
            case .accessoryRectangular: rectangular
            case .systemSmall: small
            default: medium
            }
        }
        .dynamicTypeSize(...WidgetMetrics.largestWidgetType)
        .widgetURL(target)
        .containerBackground(for: .widget) { theme[\.bg] }
    }

    // MARK: Lock screen

    private var inline: some View {
        Label {
            summary
        } icon: {
            Image(systemName: count > 0 ? "questionmark.circle.fill" : "checkmark.circle")
        }
    }

    private var circular: some View {
        ZStack {
            AccessoryWidgetBackground()
            VStack(spacing: 0) {
                Image(systemName: count > 0 ? "questionmark.circle.fill" : "checkmark.circle")
                Text(verbatim: "\(count)").font(.system(.headline, design: .default, weight: .black))
            }
        }
        .widgetAccentable()
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(summary)
    }

    private var rectangular: some View {
        VStack(alignment: .leading, spacing: 2) {
            summary
                .font(.system(.subheadline, design: .default, weight: .bold))
                .lineLimit(1)
                .minimumScaleFactor(0.7)
                .widgetAccentable()
            ForEach(entry.snapshot.sessions.prefix(2)) { session in
                HStack(spacing: 4) {
                    Image(systemName: session.needsAnswer ? "questionmark.circle.fill" : "circle").font(.caption2)
                    Text(verbatim: session.title ?? "Enclave").font(.caption).lineLimit(1)
                }
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    // MARK: Home screen

    private var small: some View {
        VStack(alignment: .leading, spacing: 6) {
            Text("Needs you").widgetLabel().foregroundStyle(theme[\.muted])
            Text(verbatim: "\(count)")
                .font(.system(size: 44, weight: .black))
                .foregroundStyle(count > 0 ? theme[\.accentText] : theme[\.txt])
            Spacer(minLength: 0)
            if let first = entry.snapshot.sessions.first {
                row(first)
            } else {
                Text("No sessions yet").font(.caption).foregroundStyle(theme[\.body])
            }
            age
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
    }

    private var medium: some View {
        VStack(alignment: .leading, spacing: 4) {
            HStack {
                Text("Needs you").widgetLabel().foregroundStyle(theme[\.muted])
                Spacer(minLength: 0)
                Text(verbatim: "\(count)")
                    .font(.system(.headline, design: .default, weight: .black))
                    .foregroundStyle(count > 0 ? theme[\.accentText] : theme[\.txt])
            }
            if entry.snapshot.sessions.isEmpty {
                Text("Pair a box in Enclave, and its sessions show here.")
                    .font(.caption)
                    .foregroundStyle(theme[\.body])
            }
            ForEach(entry.snapshot.sessions.prefix(3)) { session in
                // Three targets, as high as the widget has room for.
                if let url = RoomAddress.url(room: session.id) {
                    Link(destination: url) { row(session).frame(minHeight: 28) }
                } else {
                    row(session).frame(minHeight: 28)
                }
            }
            Spacer(minLength: 0)
            age
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
    }

    private func row(_ session: WidgetSnapshot.Session) -> some View {
        HStack(spacing: 6) {
            PhaseMark(phase: session.needsAnswer ? .asking : session.phase)
            Text(verbatim: session.title ?? "Enclave")
                .font(.system(.caption, design: .default, weight: .semibold))
                .foregroundStyle(theme[\.txt])
                .lineLimit(1)
            Spacer(minLength: 0)
        }
    }

    @ViewBuilder private var age: some View {
        if entry.isOld {
            Text("Not up to date").font(.caption2).foregroundStyle(theme[\.muted])
        }
    }

    private var summary: Text {
        switch count {
        case 0: Text("Nothing needs you")
        case 1: Text("1 session needs you")
        default: Text("\(count) sessions need you")
        }
    }
}
