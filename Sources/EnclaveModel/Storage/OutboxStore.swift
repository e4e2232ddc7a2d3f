import CollabGuest
import CollabWire
import Foundation

/// Prompts that have not been seen in the transcript yet, per room, kept over a relaunch (feature E13).
///
/// What comes back is handed to the next ``CollabGuest/GuestSession`` of the room, which looks in the transcript for
/// prompts that had already left, so a relaunch neither loses nor doubles one.
public actor OutboxStore {
    private let files: PrivateFiles
    private var written: [RoomKey: [OutboxItem]] = [:]

    /// A store over a folder with file protection ``PrivateFiles/Protection/complete``.
    public init(files: PrivateFiles) { self.files = files }

    /// The prompts kept for a room, oldest first.
    /// - Throws: ``StorageError``.
    public func items(for room: RoomKey) throws(StorageError) -> [OutboxItem] {
        guard let data = try files.read(room.rawValue) else { return [] }
        do {
            let items = try JSONDecoder().decode([StoredPrompt].self, from: data).map(\.item)
            written[room] = items
            return items
        } catch {
            throw .damaged(room.rawValue)
        }
    }

    /// Keeps the outbox of a room as it is now; unchanged ones cost nothing.
    /// - Throws: ``StorageError``.
    public func keep(_ items: [OutboxItem], for room: RoomKey) throws(StorageError) {
        guard written[room] != items else { return }
        if items.isEmpty {
            try files.remove(room.rawValue)
        } else {
            let data: Data
            do { data = try JSONEncoder().encode(items.map(StoredPrompt.init)) } catch {
                throw .unwritable(room.rawValue, code: 0)
            }
            try files.write(data, to: room.rawValue)
        }
        written[room] = items
    }

    /// The room is forgotten.
    public func forget(_ room: RoomKey) throws(StorageError) {
        written[room] = nil
        try files.remove(room.rawValue)
    }
}

/// How a prompt lies on disk.
private struct StoredPrompt: Codable {
    struct Image: Codable {
        var mimeType: String
        var data: String
    }

    enum State: String, Codable { case notSent, sending, sent, refused }

    var id: UUID
    var text: String
    var images: [Image]
    var state: State
    var reason: String?
    var sentAfter: String?

    init(_ item: OutboxItem) {
        id = item.id
        text = item.text
        images = item.images.map { Image(mimeType: $0.mimeType, data: $0.data) }
        sentAfter = item.sentAfter
        switch item.state {
        case .notSent: state = .notSent
        case .sending: state = .sending
        case .sent: state = .sent
        case .refused(let words):
            state = .refused
            reason = words
        }
    }

    var item: OutboxItem {
        let state: OutboxItem.State =
            switch state {
            case .notSent: .notSent
            case .sending: .sending
            case .sent: .sent
            case .refused: .refused(reason ?? "")
            }
        return OutboxItem(
            id: id, text: text, images: images.map { PromptImage(mimeType: $0.mimeType, data: $0.data) },
            state: state, sentAfter: sentAfter)
    }
}
