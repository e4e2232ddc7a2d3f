import Attention
import CollabReplica
import CollabWire
import EnclaveContracts
import Foundation
import Transcript

extension ActivityContent {
    /// What a Live Activity shows of a room, at a privacy level.
    /// - Parameters:
    ///   - board: the todo board of the newest welcome.
    ///   - since: since when the phase lasts, seconds since 1970.
    init(_ situation: RoomWatch.Situation, board: TodoBoard?, privacy: PrivacyLevel, since: Int) {
        let replica = situation.replica
        self.init(
            phase: Phase(situation), since: since,
            title: replica.sessionName,
            usage: replica.state?.contextUsage, board: board,
            action: privacy >= .preview
                ? RunningAction(replica, format: SessionFormat(Locale(identifier: "en"))) : nil,
            ask: situation.openAsks.first, privacy: privacy)
    }
}

extension ActivityContent.Phase {
    /// What a room does.
    init(_ situation: RoomWatch.Situation) {
        self.init(
            isOver: situation.connection.isOver, isConnected: situation.connection.isWelcomed,
            isAsked: !situation.openAsks.isEmpty, isWorking: situation.replica.isWorking)
    }
}
