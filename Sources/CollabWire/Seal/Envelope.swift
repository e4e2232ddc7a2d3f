import Foundation

/// A binary message of the relay: `[4 bytes: uint32 big-endian peerId][sealed frame]` (protocol §3).
public struct Envelope: Sendable, Hashable {
    /// Bytes of the peer id that goes before the sealed frame: 4.
    public static let headerSize = 4

    /// Guest → host: 0, the relay writes the sender's id. Host → guest: 0 is for all, N for guest N only.
    public var peerId: UInt32
    /// `[12-byte IV][ciphertext][16-byte tag]`.
    public var sealed: Data

    /// An envelope from its parts.
    public init(peerId: UInt32, sealed: Data) {
        self.peerId = peerId
        self.sealed = sealed
    }

    /// Takes a message apart; nil when it is shorter than a peer id. The sealed part shares the message's storage.
    public init?(_ message: Data) {
        guard message.count >= Self.headerSize else { return nil }
        peerId = message.prefix(Self.headerSize).reduce(0) { $0 << 8 | UInt32($1) }
        sealed = message.dropFirst(Self.headerSize)
    }

    /// The message.
    public var packed: Data {
        var message = Data(capacity: Self.headerSize + sealed.count)
        message.append(contentsOf: Self.header(peerId))
        message.append(sealed)
        return message
    }

    static func header(_ peerId: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: peerId >> $0) }
    }
}
