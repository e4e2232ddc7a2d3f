import Attention
import CollabGuest
import CollabWire
import EnclaveContracts
import Foundation
import Transcript

extension ActivityContent {
    /// What the lock screen shows of an open session, at a privacy level.
    @MainActor
    public init(_ session: SessionVM, privacy: PrivacyLevel, now: Date) {
        let client = session.client
        self.init(phase: Self.phase(of: session), since: Int(now.timeIntervalSince1970))
        let usage = client.state?.contextUsage
        tokens = usage?.tokens
        contextPercent = usage?.percent.map { Int($0.rounded()) }
        if let board = client.todoBoard, board.taskCount > 0 {
            tasksDone = board.settledCount
            tasksTotal = board.taskCount
        }
        if privacy >= .title { title = session.title }
        if privacy >= .preview {
            // Without the time it has taken: the lock screen counts by itself, and a text that changed with every
            // second would be an update a second.
            action = client.runningAction.map { $0.others > 0 ? "\($0.text) +\($0.others)" : $0.text }
        }
        if let ask = client.asks.shown?.ask {
            question = Question(
                askId: ask.id.wireText, text: privacy >= .preview ? ask.plainTitle : nil,
                options: privacy >= .preview && ask.isTwoWay ? ask.buttonLabels : [])
        }
        self = fitted()
    }

    /// A made-up session, for the preview when none is open.
    public static func sample(_ privacy: PrivacyLevel) -> ActivityContent {
        var content = ActivityContent(phase: .asking, since: 0)
        content.contextPercent = 26
        if privacy >= .title { content.title = "relay reconnect audit" }
        if privacy >= .preview { content.action = "editing Relay.swift" }
        content.question = Question(
            askId: "1", text: privacy >= .preview ? "Run the migration?" : nil,
            options: privacy >= .preview ? ["Approve", "Decline"] : [])
        return content
    }

    @MainActor
    private static func phase(of session: SessionVM) -> Phase {
        switch session.client.connection {
        case .ended: return .ended
        case .live, .loading:
            if session.needsAnswer { return .asking }
            return session.client.isWorking ? .working : .idle
        case .idle, .connecting, .waiting, .reconnecting: return .away
        }
    }
}
