import AppIntents
import EnclaveContracts
import SwiftUI

/// The lock screen's card of a session, also its banner on devices without an island (feature N1).
public struct LockScreenActivityView: View {
    @Environment(\.colorScheme) private var scheme
    private let room: String
    private let content: ActivityContent
    private let isStale: Bool

    /// A card.
    /// - Parameters:
    ///   - room: the room's key; buttons act on it.
    ///   - content: what it shows.
    ///   - isStale: the system says that it is old.
    public init(room: String, content: ActivityContent, isStale: Bool = false) {
        self.room = room
        self.content = content
        self.isStale = isStale
    }

    private var theme: WidgetTheme { WidgetTheme(scheme) }

    /// Name, what happens, figures, question, buttons.
    public var body: some View {
        VStack(alignment: .leading, spacing: WidgetMetrics.gap) {
            ActivityHeader(content: content, isStale: isStale)
            // The system cuts a card off at 160 points: a question takes the line's place.
            if let question = content.question {
                QuestionText(question: question)
            } else {
                ActivityLine(content: content, isStale: isStale)
            }
            ActivityButtons(room: room, content: content)
        }
        .activityType()
        .padding(WidgetMetrics.margin)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background {
            LinearGradient(colors: [theme[\.lockTop], theme[\.lockBottom]], startPoint: .top, endPoint: .bottom)
        }
    }
}

/// The session's name, and how much of its context is used.
struct ActivityHeader: View {
    @Environment(\.colorScheme) private var scheme
    let content: ActivityContent
    var isStale = false

    var body: some View {
        let theme = WidgetTheme(scheme)
        HStack(spacing: WidgetMetrics.gap) {
            PhaseMark(phase: content.phase, isStale: isStale)
            Text(verbatim: content.title ?? "Enclave")
                .font(.system(.subheadline, design: .default, weight: .heavy))
                .foregroundStyle(theme[\.txt])
                .lineLimit(1)
            Spacer(minLength: WidgetMetrics.gap)
            ActivityFigures(content: content)
        }
    }
}

/// Tasks done and the share of the context.
struct ActivityFigures: View {
    @Environment(\.colorScheme) private var scheme
    let content: ActivityContent

    var body: some View {
        let theme = WidgetTheme(scheme)
        HStack(spacing: WidgetMetrics.gap) {
            if let done = content.tasksDone, let total = content.tasksTotal {
                Text(verbatim: "\(done)/\(total)")
                    .accessibilityLabel(Text("\(done) of \(total) tasks"))
            }
            if let percent = content.contextPercent {
                Text(verbatim: "\(percent) %")
                    .accessibilityLabel(Text("\(percent) % of the context used"))
            }
        }
        .font(.system(.footnote, design: .default, weight: .semibold).monospacedDigit())
        .foregroundStyle(theme[\.muted])
    }
}

/// What the session does, and since when.
struct ActivityLine: View {
    @Environment(\.colorScheme) private var scheme
    let content: ActivityContent
    var isStale = false

    var body: some View {
        let theme = WidgetTheme(scheme)
        HStack(spacing: WidgetMetrics.gap) {
            if isStale && content.phase != .ended {
                Text("No news for a while").font(.footnote).foregroundStyle(theme[\.body])
            } else if let action = content.action, content.phase == .working {
                Text(verbatim: action).widgetTerm().foregroundStyle(theme[\.accentText])
            } else {
                Text(content.phase.words).font(.footnote).foregroundStyle(theme[\.body])
            }
            Spacer(minLength: 0)
            if content.phase == .working || content.phase == .asking {
                Text(Date(timeIntervalSince1970: Double(content.since)), style: .timer)
                    .font(.footnote.monospacedDigit())
                    .foregroundStyle(theme[\.muted])
                    .frame(maxWidth: 64, alignment: .trailing)
            }
        }
        .lineLimit(1)
    }
}

/// The question, or that there is one.
struct QuestionText: View {
    @Environment(\.colorScheme) private var scheme
    let question: ActivityContent.Question
    /// Stands before it, where the session's name has no line of its own.
    var title: String?

    var body: some View {
        words
            .font(.footnote)
            .foregroundStyle(WidgetTheme(scheme)[\.txt])
            .lineLimit(2)
            .fixedSize(horizontal: false, vertical: true)
    }

    private var words: Text {
        guard let title else { return text }
        return Text(verbatim: title).bold() + Text(verbatim: " · ") + text
    }

    private var text: Text {
        if let text = question.text { Text(verbatim: text) } else { Text("A session needs your answer.") }
    }
}

extension ActivityContent {
    /// The options to answer with here: only for a question that is to be read to its end. Nobody should approve a
    /// command whose end is cut off.
    var answers: [String] {
        // Letters that surely fit into the two lines there are.
        let most = 90
        guard let question, question.options.count == 2, let text = question.text,
            text.count + (title ?? "").count <= most
        else { return [] }
        return question.options
    }
}

/// What can be done without opening the app: answer a two-way question, stop the turn; everything else opens it.
struct ActivityButtons: View {
    let room: String
    let content: ActivityContent

    var body: some View {
        switch content.phase {
        case .asking:
            if content.watches == true {
                Button(intent: OpenRoomIntent(room: room)) { Text("Open") }
                    .buttonStyle(WidgetBlockStyle())
            } else if let question = content.question, !content.answers.isEmpty {
                HStack(spacing: WidgetMetrics.gap) {
                    ForEach(Array(content.answers.enumerated()), id: \.offset) { index, option in
                        Button(intent: AnswerAskIntent(room: room, askId: question.askId, value: option)) {
                            Text(verbatim: option)
                        }
                        .buttonStyle(WidgetBlockStyle(isMain: index == 0))
                    }
                }
            } else {
                Button(intent: OpenRoomIntent(room: room)) { Text("Answer") }
                    .buttonStyle(WidgetBlockStyle(isMain: true))
            }
        case .working:
            HStack(spacing: WidgetMetrics.gap) {
                if content.watches != true {
                    Button(intent: StopTurnIntent(room: room)) { Text("Stop") }
                        .buttonStyle(WidgetBlockStyle(isDanger: true))
                }
                Button(intent: OpenRoomIntent(room: room)) { Text("Open") }
                    .buttonStyle(WidgetBlockStyle())
            }
        case .idle, .away, .ended: EmptyView()
        }
    }
}
