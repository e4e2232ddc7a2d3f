import CollabWire
import Foundation

/// Envelopes in, frames out, and the other way round: sealing, replays, and the choice of what is worth decoding.
///
/// Owned by one ``GuestSession``; the cipher contexts inside are not for sharing.
struct FrameChannel {
    /// A message that means something.
    enum Arrived: Sendable {
        case frame(Plaintext)
        /// The relay's text `room-closed`.
        case roomClosed
        /// A frame that does not open: wrong key or tampering.
        case forged
    }

    private(set) var counters = SessionCounters()
    private let sealer: Sealer
    private let opener: Opener
    private var replays: ReplayGuard

    /// - Throws: ``CollabWire/SealError/unavailable(_:)``.
    init(secret: RoomSecret, replayWindow: Int) throws(SealError) {
        sealer = try Sealer(secret: secret)
        opener = try Opener(secret: secret)
        replays = ReplayGuard(capacity: replayWindow)
    }

    /// Opens what arrived, in order. Stops behind a forged frame. Of several updates of the streamed message that
    /// wait one behind the other only the newest is kept (protocol §7).
    mutating func read(_ batch: [TransportMessage]) throws(SealError) -> [Arrived] {
        var arrived: [Arrived] = []
        var lastHead: FrameHead?
        for message in batch {
            switch message {
            case .text(let text):
                // What is no control message of this protocol comes from a newer relay: ignored.
                guard RelayControl(parsing: text) == .roomClosed else { continue }
                arrived.append(.roomClosed)
                lastHead = nil
            case .binary(let data):
                guard let envelope = Envelope(data) else { continue }
                let iv = ReplayGuard.IV(envelope.sealed)
                if replays.contains(iv) {
                    counters.replayed += 1
                    continue
                }
                let plaintext: Plaintext
                do throws(SealError) {
                    plaintext = try opener.open(envelope)
                } catch {
                    if case .unavailable = error { throw error }
                    arrived.append(.forged)
                    return arrived
                }
                replays.insert(iv)
                counters.received += 1
                let head = plaintext.head
                if let lastHead, lastHead.isSuperseded(by: head) {
                    arrived.removeLast()
                    counters.superseded += 1
                }
                arrived.append(.frame(plaintext))
                lastHead = head
            }
        }
        return arrived
    }

    /// Reads an opened frame.
    mutating func decode(_ plaintext: Plaintext) throws(FrameError) -> HostFrame {
        do throws(FrameError) {
            return try HostFrame.decode(plaintext)
        } catch {
            counters.refused += 1
            throw error
        }
    }

    /// The message for the transport.
    func seal(_ frame: GuestFrame) throws(SealError) -> Data { try sealer.seal(frame) }
}
