import CollabReplica
import CollabWire
import Foundation

/// Gives streamed messages numbers, and remembers which entry a streamed message became.
///
/// This is the one thing rows depend on that the state of the replica does not say: the same entry is named by its id
/// for a guest that joined later, and by the stream's number for one that watched it grow.
struct StreamNames: Sendable {
    private struct Stream: Sendable {
        var generation: Int
        var number: Int
        var timestamp: Date?
        var isClaimed: Bool
        /// Whether it was on the screen at the last look.
        var isShown: Bool
    }

    private var count = 0
    private var current: Stream?
    private var claims: [String: Int] = [:]

    /// The number of the stream that is shown, if one is.
    var number: Int? { current?.number }

    /// The name of an entry's rows.
    func origin(of entry: Entry, at position: Int) -> TurnID.Origin {
        guard let id = entry.id else { return .position(position) }
        if let number = claims[id] { return .stream(number) }
        return .entry(id)
    }

    /// Takes in the entries that are new at the end, before ``follow(_:)``: the first of them that can be the streamed
    /// message gets its number.
    mutating func land(_ appended: some Sequence<Entry>, ghost: Ghost?) {
        guard let stream = current, !stream.isClaimed, ghost?.generation != stream.generation else { return }
        var candidate: String?
        for entry in appended {
            guard case .message(let message) = entry.kind, case .assistant = message.role, let id = entry.id,
                claims[id] == nil
            else { continue }
            if message.timestamp == stream.timestamp {
                candidate = id
                break
            }
            if candidate == nil, stream.isShown { candidate = id }
        }
        if let candidate {
            claims[candidate] = stream.number
            current?.isClaimed = true
        }
    }

    /// After a reconnect: an entry that came meanwhile and has the streamed message's time is that message.
    mutating func landAfterReset(_ entries: EntryList) {
        guard let stream = current, !stream.isClaimed, let timestamp = stream.timestamp else { return }
        for entry in entries.reversed() {
            guard case .message(let message) = entry.kind, case .assistant = message.role, let id = entry.id else {
                continue
            }
            if message.timestamp == timestamp, claims[id] == nil {
                claims[id] = stream.number
                current?.isClaimed = true
                return
            }
            if let other = message.timestamp, other < timestamp { return }
        }
    }

    /// Follows the streamed message; a new one gets the next number.
    mutating func follow(_ ghost: Ghost?) {
        guard let ghost else {
            // Kept until claimed: after a reconnect the same message may stream on or have landed.
            if current?.isClaimed == true { current = nil }
            current?.isShown = false
            return
        }
        if let stream = current, !stream.isClaimed,
            stream.generation == ghost.generation
                || (stream.timestamp != nil && stream.timestamp == ghost.message.timestamp)
        {
            current?.generation = ghost.generation
            current?.timestamp = ghost.message.timestamp
            current?.isShown = true
            return
        }
        count += 1
        current = Stream(
            generation: ghost.generation, number: count, timestamp: ghost.message.timestamp, isClaimed: false,
            isShown: true)
    }
}
