import Attention
import CollabGuest
import CollabReplica
import CollabWire
import EnclaveContracts
import Foundation
import Transcript

extension ActivityContent {
    /// What a Live Activity shows of a room, at a privacy level: the same as the app's own, without the transcript.
    /// - Parameters:
    ///   - board: the todo board of the newest welcome.
    ///   - now: seconds since 1970.
    init(_ situation: RoomWatch.Situation, board: TodoBoard?, privacy: PrivacyLevel, since: Int) {
        let replica = situation.replica
        self.init(phase: Self.phase(situation), since: since)
        let usage = replica.state?.contextUsage
        tokens = usage?.tokens
        contextPercent = usage?.percent.flatMap { $0.isFinite ? Int(min(max($0, 0), 999).rounded()) : nil }
        if let board, board.taskCount > 0 {
            tasksDone = board.settledCount
            tasksTotal = board.taskCount
        }
        if privacy >= .title { title = (replica.state?.sessionName ?? replica.header?.title)?.withoutDirections }
        if privacy >= .preview {
            action = RunningAction(replica, format: SessionFormat(Locale(identifier: "en")))?.text
        }
        if let ask = replica.readOnly ? nil : replica.asks.first, phase == .asking {
            question = Question(
                askId: ask.id.wireText, text: privacy >= .preview ? ask.plainTitle : nil,
                options: privacy >= .preview && ask.isTwoWay ? ask.buttonLabels : [])
        }
        self = fitted()
    }

    static func phase(_ situation: RoomWatch.Situation) -> Phase {
        switch situation.connection {
        case .ended: return .ended
        case .live, .loading:
            if !situation.replica.readOnly, !situation.replica.asks.isEmpty { return .asking }
            return situation.replica.isWorking ? .working : .idle
        case .idle, .connecting, .waiting, .reconnecting: return .away
        }
    }
}
