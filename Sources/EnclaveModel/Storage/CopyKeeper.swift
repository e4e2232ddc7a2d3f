import CollabReplica
import CollabWire
import Foundation

/// Takes copies of rooms when there is reason to, and never more than one at a time of each: a host that changes its
/// session's name without end makes neither a queue of copies nor a write for each.
@MainActor
final class CopyKeeper {
    /// Seconds between two copies of a room that nothing urges.
    static let interval: TimeInterval = 10

    private let store: CopyStore
    private let now: () -> Date
    private let failed: (StorageError) -> Void
    private let lane = CommandLane()
    private var boxes: [RoomKey: RoomBox] = [:]
    private var waiting: Set<RoomKey> = []
    private var taken: [RoomKey: Date] = [:]

    /// - Parameter failed: hears why a copy could not be written; the one before stays.
    init(store: CopyStore, now: @escaping () -> Date, failed: @escaping (StorageError) -> Void) {
        self.store = store
        self.now = now
        self.failed = failed
    }

    /// A room is joined with a link; only then copies of it are taken and read.
    func joined(_ room: RoomKey, _ secret: RoomSecret) throws(SealError) { boxes[room] = try RoomBox(secret) }

    /// What was kept of a room; nil when there is nothing that can be read. A copy that is locked or unreadable is no
    /// reason to leave the room shut: the host has the truth.
    func copy(of room: RoomKey) async -> SessionCopy? {
        guard let box = boxes[room] else { return nil }
        // What is about to be kept is newer than what is.
        await lane.finished()
        do { return try await store.copy(of: room, in: box) } catch { return nil }
    }

    /// Keeps a session as it is.
    /// - Parameter isUrgent: it may be the last chance.
    func keep(_ session: SessionVM, isUrgent: Bool) {
        let room = session.id
        guard boxes[room] != nil, !waiting.contains(room), isUrgent || isDue(room) else { return }
        waiting.insert(room)
        lane.add { [weak self] in await self?.take(session) }
    }

    /// Keeps copies from now on, or none, and deletes those there are.
    func turn(on isOn: Bool) async throws(StorageError) {
        await lane.finished()
        taken = [:]
        try await store.turn(on: isOn)
    }

    /// The room is forgotten. A copy that was on its way does not come back.
    func forget(_ room: RoomKey) async throws(StorageError) {
        boxes[room] = nil
        taken[room] = nil
        await lane.finished()
        try await store.forget(room)
    }

    /// Waits for copies that are being taken.
    func finished() async { await lane.finished() }

    private func isDue(_ room: RoomKey) -> Bool {
        guard let last = taken[room] else { return true }
        // A clock that was put back must not end the keeping.
        return !(0..<Self.interval).contains(now().timeIntervalSince(last))
    }

    private func take(_ session: SessionVM) async {
        waiting.remove(session.id)
        guard let box = boxes[session.id], let copy = session.client.copy(at: now()) else { return }
        taken[session.id] = now()
        do throws(StorageError) {
            try await store.keep(copy, of: session.id, in: box)
        } catch {
            failed(error)
        }
    }
}
