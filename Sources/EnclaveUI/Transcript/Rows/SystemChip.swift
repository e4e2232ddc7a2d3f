import CollabWire
import SwiftUI
import Transcript

/// Something that happened to the session, as a chip; a summary opens.
struct SystemChip: View {
    @Environment(\.findMark) private var mark
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @State private var isOpen = false

    let turn: SystemTurn

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            if details == nil {
                chip
            } else {
                Button {
                    isOpen.toggle()
                } label: {
                    chip.frame(minHeight: Metrics.target).contentShape(Rectangle())
                }
                .buttonStyle(PressStyle())
                .accessibilityValue(Text(isOpen ? "open" : "closed"))
            }
            if isOpen, let details {
                Group {
                    switch details {
                    case .prose(let prose): ProseView(prose: prose, mark: mark)
                    case .words(let words): FoldedText(words: words, font: .caption, color: theme[\.body])
                    }
                }
                .padding(.leading, Metrics.gap)
            }
        }
        .opensWhenFound($isOpen)
    }

    private var chip: some View {
        HStack(alignment: .firstTextBaseline, spacing: 6) {
            Image(systemName: symbol).font(.caption2).accessibilityHidden(true)
            Text(title).font(.caption)
        }
        .foregroundStyle(isTrouble ? theme[\.advisor] : theme[\.muted])
        .padding(.horizontal, Metrics.smallGap)
        .padding(.vertical, 5)
        .overlay {
            RoundedRectangle(cornerRadius: Metrics.chipCorner)
                .strokeBorder(isTrouble ? theme[\.advisor] : theme[\.line], lineWidth: Metrics.hairline)
        }
    }

    private var symbol: String {
        switch turn {
        case .compaction, .compacting: "arrow.down.right.and.arrow.up.left"
        case .branchSummary: "arrow.triangle.branch"
        case .modelChange: "cpu"
        case .thinkingLevel: "brain"
        case .stopped: "exclamationmark.triangle"
        case .retrying: "arrow.clockwise"
        case .unreadable: "questionmark"
        }
    }

    private var title: LocalizedStringKey {
        switch turn {
        case .compaction(let tokens?, _, _): "context summarised · \(Figures.tokens(tokens, locale: locale))"
        case .compaction: "context summarised"
        case .branchSummary: "from another branch"
        case .modelChange(let model, let role?): "model → \(model.readable) (\(role.readable))"
        case .modelChange(let model, nil): "model → \(model.readable)"
        case .thinkingLevel(let level): "thinking → \((level ?? "off").readable)"
        case .stopped(.aborted, let message): "stopped\(Self.tail(message))"
        case .stopped(.length, _): "ran out of room"
        case .stopped(_, let message): "error\(Self.tail(message))"
        case .retrying(let attempt, let most, _, let message):
            Self.retry(max(1, attempt), of: max(1, attempt, most), Self.tail(message))
        case .compacting: "summarising the context…"
        case .unreadable: "an entry that could not be read"
        }
    }

    /// A host may count as it likes: the caller sees to figures that can be so.
    private static func retry(_ attempt: Int, of most: Int, _ tail: String) -> LocalizedStringKey {
        "retry \(attempt) of \(most)\(tail)"
    }

    /// A chip has room for so many letters of a host's words; the others show when it opens.
    private static let mostLetters = 240

    /// A host's own words behind a title.
    private static func tail(_ message: String?) -> String {
        message.map { " · \($0.beginning(mostLetters).readable.onOneLine)" } ?? ""
    }

    private var isTrouble: Bool {
        switch turn {
        case .stopped, .retrying: true
        default: false
        }
    }

    /// What the chip opens to.
    private enum Details {
        case prose(Prose)
        case words(String)
    }

    private var details: Details? {
        switch turn {
        case .compaction(_, let summary, _): .prose(Prose(summary))
        case .branchSummary(let summary): .prose(Prose(summary))
        case .stopped(_, let message?) where Self.isLong(message): .words(message)
        case .retrying(_, _, _, let message?) where Self.isLong(message): .words(message)
        default: nil
        }
    }

    private static func isLong(_ message: String) -> Bool {
        message.utf8.count > mostLetters || message.contains(where: \.isNewline)
    }
}

/// Another day begins.
struct DaySeparator: View {
    @Environment(\.theme) private var theme
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    @Environment(\.wallClock) private var wallClock

    let date: Date

    var body: some View {
        HStack(spacing: Metrics.gap) {
            Hairline()
            Text(shown: Figures.day(date, now: wallClock.now(), timeZone: timeZone, locale: locale))
                .labelStyle()
                .foregroundStyle(theme[\.muted])
                .fixedSize()
            Hairline()
        }
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(.isHeader)
    }
}

/// What follows came while the person was away.
struct NewSinceSeparator: View {
    @Environment(\.theme) private var theme

    var body: some View {
        HStack(spacing: Metrics.gap) {
            Rectangle().fill(theme[\.accentLine]).frame(height: 1)
            Text("new").labelStyle().foregroundStyle(theme[\.accentText]).fixedSize()
            Rectangle().fill(theme[\.accentLine]).frame(height: 1)
        }
        .accessibilityElement(children: .combine)
    }
}

/// More can be loaded above.
struct EarlierHistoryRow: View {
    @Environment(\.theme) private var theme
    @Environment(\.transcriptActions) private var actions
    @Environment(\.locale) private var locale

    let isLoading: Bool
    let error: String?

    var body: some View {
        VStack(spacing: 6) {
            if isLoading {
                ProgressView().accessibilityLabel(Text("Loading earlier messages"))
            } else {
                Button(action: actions.loadEarlier) { Text("Load earlier messages") }
                    .buttonStyle(BlockStyle())
            }
            if let error {
                Text(shown: Words.sentence(error, locale)).font(.caption).foregroundStyle(theme[\.advisor])
            }
        }
        .frame(maxWidth: .infinity)
        .padding(.vertical, Metrics.smallGap)
    }
}
