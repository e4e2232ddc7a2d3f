import CollabWire
import Foundation

/// What a device keeps of a session, to show it before the host answers, or when it does not (feature S7): header, state,
/// plan and the newest part of the transcript, in the wire's own words. Questions, running tools and agents are not in
/// it: of those only the host can say whether they still are.
public struct SessionCopy: Sendable {
    /// When it was taken.
    public var date: Date
    let welcome: Welcome
    let chunk: SnapshotChunk

    /// Bytes of entries that are kept at most: some thousand of them.
    public static let byteLimit = 4 << 20

    private static let magic = Array("ENCLAVE1".utf8)

    /// A copy of what is known now; nil before the first welcome.
    /// - Parameter byteLimit: entries are kept from the newest back while they have no more bytes than this.
    public init?(of replica: ReplicaState, date: Date, byteLimit: Int = SessionCopy.byteLimit) {
        guard let header = replica.header, let state = replica.state else { return nil }
        self.date = date
        var kept: [Entry] = []
        var size = 0
        for entry in replica.entries.reversed() {
            size += entry.raw.withBytes(\.count)
            guard size <= byteLimit else { break }
            kept.append(entry)
        }
        kept.reverse()
        welcome = Welcome(
            proto: nil, header: header, state: state, agents: [], entryCount: kept.count, readOnly: replica.readOnly,
            todoPhases: replica.todoPhases)
        chunk = SnapshotChunk(entries: kept, isFinal: true)
    }

    /// The copy as bytes, in the clear: for a ``CollabWire/RoomBox``.
    public func encode() -> [UInt8] {
        let parts = [HostFrame.welcome(welcome).encode().bytes, HostFrame.snapshotChunk(chunk).encode().bytes]
        var bytes = Self.magic
        bytes += Self.encode(date.timeIntervalSince1970.bitPattern)
        bytes += Self.encode(UInt64(parts[0].count))
        return bytes + parts[0] + parts[1]
    }

    /// A copy from its bytes; nil when they are none that this version writes.
    public init?(decoding bytes: [UInt8]) {
        let start = Self.magic.count + 16
        guard bytes.count >= start, bytes.starts(with: Self.magic) else { return nil }
        let seconds = Double(bitPattern: Self.number(bytes[Self.magic.count..<Self.magic.count + 8]))
        let length = Self.number(bytes[Self.magic.count + 8..<start])
        guard seconds.isFinite, length <= UInt64(bytes.count - start) else { return nil }
        let middle = start + Int(length)
        do {
            guard
                case .welcome(let welcome) = try Self.frame(bytes[start..<middle]),
                case .snapshotChunk(let chunk) = try Self.frame(bytes[middle...])
            else { return nil }
            self.welcome = welcome
            self.chunk = chunk
        } catch {
            // Another version's, or none at all: the host has the truth.
            return nil
        }
        date = Date(timeIntervalSince1970: seconds)
    }

    private static func frame(_ bytes: ArraySlice<UInt8>) throws -> HostFrame {
        try HostFrame.decode(JSONText(validating: Array(bytes)))
    }

    private static func encode(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
