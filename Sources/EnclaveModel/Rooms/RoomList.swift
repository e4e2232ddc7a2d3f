import CollabWire
import Foundation

/// The rooms this device has joined (feature S1): what the Sessions screen lists. Holds no secret: links live in the
/// ``Vault`` under the same ``RoomKey``.
public struct RoomList: Sendable, Hashable, Codable {
    /// How the list is sorted. Rooms that need the person come first in every order.
    public enum Order: String, Sendable, Hashable, Codable, CaseIterable {
        case recent, name, status
    }

    /// The rooms, in the order they were first joined, removed ones included until the removal is final.
    public private(set) var rooms: [Room] = []

    /// An empty list.
    public init() {}

    /// Adds a room, or brings a known one up to date; a removed one is back.
    public mutating func joined(_ room: Room) {
        guard let index = index(of: room.id) else {
            rooms.append(room)
            return
        }
        rooms[index].title = room.title ?? rooms[index].title
        rooms[index].model = room.model ?? rooms[index].model
        rooms[index].relay = room.relay
        rooms[index].access = room.access
        rooms[index].lastSeen = max(room.lastSeen, rooms[index].lastSeen)
        rooms[index].removedAt = nil
    }

    /// Changes a room that is in the list; unknown keys are ignored.
    public mutating func update(_ key: RoomKey, _ change: (inout Room) -> Void) {
        guard let index = index(of: key) else { return }
        change(&rooms[index])
        rooms[index].id = key
    }

    /// Takes a room out of sight. ``undoRemove(_:)`` brings it back until ``commitRemovals(before:)`` makes it final.
    public mutating func remove(_ key: RoomKey, at date: Date) {
        update(key) { $0.removedAt = date }
    }

    /// Brings a removed room back.
    public mutating func undoRemove(_ key: RoomKey) {
        update(key) { $0.removedAt = nil }
    }

    /// Makes removals from before `date` final.
    /// - Returns: the keys whose secrets, drafts and outbox are to be deleted now.
    public mutating func commitRemovals(before date: Date) -> [RoomKey] {
        let gone = rooms.filter { room in room.removedAt.map { $0 <= date } ?? false }.map(\.id)
        rooms.removeAll { gone.contains($0.id) }
        return gone
    }

    /// The room with this key, unless it is removed.
    public subscript(key: RoomKey) -> Room? {
        rooms.first { $0.id == key && $0.removedAt == nil }
    }

    /// The rows to show.
    /// - Parameters:
    ///   - search: every word must occur in title, model, relay, working folder or tag; case and accents don't matter.
    ///   - tag: only rooms with this colour.
    ///   - needsAnswer: rooms with an open question; they come first.
    ///   - live: rooms that are connected; first by ``Order/status``.
    public func rows(
        order: Order, search: String = "", tag: Room.Tag? = nil, needsAnswer: Set<RoomKey> = [],
        live: Set<RoomKey> = []
    ) -> [Room] {
        let words = search.split(whereSeparator: \.isWhitespace).map { Self.folded(String($0)) }
        return rooms.enumerated().filter { _, room in
            guard room.removedAt == nil, tag == nil || room.tag == tag else { return false }
            let text = Self.folded(
                [room.title, room.model, room.relay, room.folder, room.tag?.rawValue].compactMap { $0 }
                    .joined(separator: " "))
            return words.allSatisfy(text.contains)
        }.sorted { first, second in
            let (left, right) = (first.element, second.element)
            let keys = [left, right].map { room -> (Int, Int) in
                (needsAnswer.contains(room.id) ? 0 : 1, order == .status && !live.contains(room.id) ? 1 : 0)
            }
            if keys[0] != keys[1] { return keys[0] < keys[1] }
            if order == .name {
                let names = [left, right].map { Self.folded($0.name) }
                if names[0] != names[1] { return names[0] < names[1] }
            }
            if left.lastSeen != right.lastSeen { return left.lastSeen > right.lastSeen }
            return first.offset < second.offset
        }.map(\.element)
    }

    private func index(of key: RoomKey) -> Int? { rooms.firstIndex { $0.id == key } }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

/// A room of the list.
public struct Room: Sendable, Hashable, Codable, Identifiable {
    /// A colour the person gave it.
    public enum Tag: String, Sendable, Hashable, Codable, CaseIterable {
        case amber, rose, pine, foam, iris, love
    }

    /// What its link grants, as stored.
    public enum StoredAccess: String, Sendable, Hashable, Codable {
        case view, control
    }

    /// A hash of relay and room id.
    public var id: RoomKey
    /// The session's name as the host last gave it.
    public var title: String?
    /// The model as the host last gave it.
    public var model: String?
    /// `host[:port]` of the relay.
    public var relay: String
    /// The session's working folder, as the host last gave it.
    public var folder: String?
    /// What its link grants.
    public var access: StoredAccess
    /// When it was last connected.
    public var lastSeen: Date
    /// A colour the person gave it.
    public var tag: Tag?
    /// When it was removed, while that can be undone.
    public var removedAt: Date?
    /// The vault could not be read when the room was last opened: its link is still there, behind the device's lock.
    public var isLocked = false

    /// A room.
    public init(
        id: RoomKey, title: String? = nil, model: String? = nil, relay: String, folder: String? = nil,
        access: StoredAccess, lastSeen: Date, tag: Tag? = nil
    ) {
        self.id = id
        self.title = title
        self.model = model
        self.relay = relay
        self.folder = folder
        self.access = access
        self.lastSeen = lastSeen
        self.tag = tag
    }

    /// The title, or the relay when the host never gave one.
    public var name: String { title ?? relay }
}
