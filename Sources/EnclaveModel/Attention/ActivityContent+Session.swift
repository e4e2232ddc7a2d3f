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
        self.init(
            phase: Phase(
                isOver: client.connection.isOver, isConnected: client.connection.isWelcomed,
                isAsked: session.needsAnswer, isWorking: client.isWorking),
            since: Int(now.timeIntervalSince1970), title: client.title, usage: client.state?.contextUsage,
            board: client.todoBoard, action: client.runningAction, ask: client.asks.shown?.ask, privacy: privacy)
        if client.isReadOnly { watches = true }
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
}
