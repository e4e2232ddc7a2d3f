import EnclaveContracts
import SwiftUI

/// The session's name below the camera.
struct IslandTitle: View {
    let content: ActivityContent

    var body: some View {
        Text(verbatim: content.title ?? "Enclave")
            .font(.system(.subheadline, design: .default, weight: .heavy))
            .foregroundStyle(WidgetTheme(.dark)[\.txt])
            .lineLimit(1)
    }
}

/// What happens or is asked, and the buttons. The island is always dark, and at most 160 points high.
struct IslandBottom: View {
    let room: String
    let content: ActivityContent
    let isStale: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: WidgetMetrics.gap) {
            if let question = content.question {
                QuestionText(question: question, title: content.title)
            } else {
                ActivityLine(content: content, isStale: isStale)
            }
            ActivityButtons(room: room, content: content)
        }
        .activityType()
    }
}

/// Behind the camera: "?" while a question waits, else the tasks done or the time it takes.
struct IslandTrailing: View {
    let content: ActivityContent

    var body: some View {
        let theme = WidgetTheme(.dark)
        Group {
            switch content.phase {
            case .asking:
                Text("Answer").widgetLabel().foregroundStyle(theme[\.accentText])
            case .working:
                if let done = content.tasksDone, let total = content.tasksTotal {
                    Text(verbatim: "\(done)/\(total)").foregroundStyle(theme[\.txt])
                } else {
                    Text(Date(timeIntervalSince1970: Double(content.since)), style: .timer)
                        .foregroundStyle(theme[\.txt])
                        .frame(maxWidth: 44)
                }
            case .idle, .away, .ended:
                Text(content.phase.words).foregroundStyle(theme[\.muted])
            }
        }
        .font(.caption2.monospacedDigit())
        .lineLimit(1)
    }
}
