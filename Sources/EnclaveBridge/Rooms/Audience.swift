import Attention
import EnclaveContracts
import Foundation

/// Somebody to tell: a paired device or a configured sink.
struct Listener: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case device(RegisteredDevice)
        case sink
    }

    /// The registry's name of the target.
    var target: String
    var wishes: PairingCode.Wishes
    var kind: Kind

    /// What the policy has to know of the wishes; privacy is decided per listener when a text is made.
    var settings: AttentionSettings {
        var settings = AttentionSettings()
        settings.tellsAsks = wishes.asks
        settings.tellsTurnEnds = wishes.turnEnds
        settings.shortestTurn = Double(wishes.shortestTurn)
        settings.tellsSessionEnds = wishes.sessionEnds
        return settings
    }

    func hears(room: String) -> Bool { !wishes.muted.contains(room) }

    /// What is kept for this listener with a delivery: for a device the payload with the text sealed for it, for a sink
    /// the facts at its privacy level.
    func body(_ facts: AlertFacts, room: String) throws -> [UInt8] {
        let text = facts.text(wishes.privacy).fitted()
        var payload = facts.payload(room: room)
        switch kind {
        case .device(let device):
            payload = try text.sealed(into: payload, for: device.code.publicKey())
            return Array(try JSONEncoder().encode(payload))
        case .sink:
            return Array(
                try JSONEncoder().encode(
                    SinkEvent(
                        kind: .tell, id: "", room: room, reason: facts.reason,
                        askId: SinkEvent.printable(askId: facts.askId), title: text.title, text: text.body,
                        options: text.options, at: 0)))
        }
    }
}

/// Everybody to tell, as one value that is replaced when devices come, change or go.
final class Audience: Sendable {
    struct Members: Sendable {
        var listeners: [Listener] = []
        /// Counts replacements.
        var generation = 0

        var settings: Set<AttentionSettings> { Set(listeners.map(\.settings)) }
    }

    private let current = BridgeLock(Members())

    var members: Members { current.withLock { $0 } }

    /// Replaces the listeners.
    /// - Returns: whether anything changed.
    func replace(_ listeners: [Listener]) -> Bool {
        current.withLock { members in
            guard members.listeners != listeners else { return false }
            members.listeners = listeners
            members.generation += 1
            return true
        }
    }

    /// The device with a tag, unless it is given up.
    func device(_ tag: String) -> RegisteredDevice? {
        for listener in members.listeners where listener.target == tag {
            if case .device(let device) = listener.kind { return device }
        }
        return nil
    }
}
