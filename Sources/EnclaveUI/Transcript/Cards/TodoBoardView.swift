import SwiftUI
import Transcript

/// The plan: phases with their tasks.
struct TodoBoardView: View {
    @Environment(\.theme) private var theme

    let board: TodoBoard

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            ForEach(Array(board.phases.enumerated()), id: \.offset) { _, phase in
                VStack(alignment: .leading, spacing: 6) {
                    if !phase.name.isEmpty {
                        Text(shown: phase.name)
                            .labelStyle()
                            .foregroundStyle(theme[\.muted])
                            .accessibilityAddTraits(.isHeader)
                    }
                    ForEach(Array(phase.tasks.enumerated()), id: \.offset) { _, task in
                        row(task)
                    }
                }
            }
        }
    }

    private func row(_ task: TodoBoard.Task) -> some View {
        HStack(alignment: .firstTextBaseline, spacing: 8) {
            StateMark(state: state(task.status))
            VStack(alignment: .leading, spacing: 2) {
                Text(shown: task.content)
                    .font(task.status == .inProgress ? .footnote.bold() : .footnote)
                    .strikethrough(task.status == .abandoned)
                    .foregroundStyle(task.status == .completed ? theme[\.muted] : theme[\.txt])
                    .fixedSize(horizontal: false, vertical: true)
                if let blocker = task.blocker {
                    Text(shown: blocker).font(.caption).foregroundStyle(theme[\.advisor])
                }
            }
        }
        .accessibilityElement(children: .combine)
    }

    private func state(_ status: TodoBoard.Status) -> CardRow.State {
        switch status {
        case .pending: .pending
        case .inProgress: .running
        case .completed: .succeeded
        case .abandoned: .skipped
        case .blocked: .warning
        }
    }
}

/// The plan above the composer: one line when closed, the board when open (feature E10). At accessibility sizes the board
/// has a sheet: above the composer it would have no room to be read in.
struct PlanStrip: View {
    @Environment(\.theme) private var theme
    @Environment(\.dynamicTypeSize) private var typeSize
    @State private var isOpen = false

    let board: TodoBoard

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Button {
                isOpen.toggle()
            } label: {
                HStack(spacing: Metrics.smallGap) {
                    Image(systemName: "list.bullet")
                        .font(.footnote)
                        .foregroundStyle(theme[\.task])
                        .accessibilityHidden(true)
                    AdaptiveRow {
                        Text("\(board.settledCount) of \(board.taskCount)")
                            .font(.figures)
                            .foregroundStyle(theme[\.txt])
                            .fixedSize()
                        Text(shown: board.current?.content ?? "")
                            .font(.footnote)
                            .foregroundStyle(theme[\.body])
                            .lines(1, large: 2)
                    }
                    Spacer(minLength: 0)
                    Image(systemName: isOpen ? "chevron.down" : "chevron.up")
                        .font(.caption2)
                        .foregroundStyle(theme[\.muted])
                        .accessibilityHidden(true)
                }
                .padding(.horizontal, Metrics.margin)
                .frame(minHeight: Metrics.target)
                .contentShape(Rectangle())
            }
            .buttonStyle(PressStyle())
            .accessibilityLabel(Text("Plan"))
            .accessibilityValue(Text("\(board.settledCount) of \(board.taskCount)"))
            if isOpen, !typeSize.isAccessibilitySize {
                ViewThatFits(in: .vertical) {
                    tasks
                    ScrollView { tasks }.frame(maxHeight: 280)
                }
            }
        }
        .background(theme[\.panel])
        .overlay(alignment: .top) { Hairline() }
        .sheet(isPresented: typeSize.isAccessibilitySize ? $isOpen : .constant(false)) {
            SheetStack {
                ScrollView { tasks.padding(.top, Metrics.gap) }
                    .background(theme[\.bg])
                    .navigationTitle(Text("Plan"))
                    .navigationBarTitleDisplayMode(.inline)
            }
        }
    }

    private var tasks: some View {
        TodoBoardView(board: board)
            .frame(maxWidth: .infinity, alignment: .leading)
            .padding(.horizontal, Metrics.margin)
            .padding(.bottom, Metrics.gap)
    }
}
