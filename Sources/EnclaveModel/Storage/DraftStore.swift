import CollabWire
import Foundation

/// Unsent text per room (feature E3), kept over leaving the room, the app and the device's memory.
///
/// Reading and writing happen here, off the main actor; while one write is under way only the newest text waits for the
/// next, so typing never queues.
public actor DraftStore {
    private let files: PrivateFiles
    private var texts: [RoomKey: String] = [:]
    private var dirty: Set<RoomKey> = []
    private var writer: Task<Void, Never>?
    /// Why the last write failed; nil when everything is on disk.
    public private(set) var lastError: StorageError?

    /// A store over a folder with file protection ``PrivateFiles/Protection/complete``.
    public init(files: PrivateFiles) { self.files = files }

    /// The draft for a room, empty when there is none.
    /// - Throws: ``StorageError``; a locked device is no empty draft.
    public func draft(for room: RoomKey) throws(StorageError) -> String {
        if let text = texts[room] { return text }
        let text = try files.read(room.rawValue).map { String(decoding: $0, as: UTF8.self) } ?? ""
        texts[room] = text
        return text
    }

    /// Keeps a draft; an empty one deletes it. Written soon; ``flush()`` waits for that.
    public func setDraft(_ text: String, for room: RoomKey) {
        guard texts[room] != text else { return }
        texts[room] = text
        dirty.insert(room)
        guard writer == nil else { return }
        writer = Task { await writeAll() }
    }

    /// A prompt was sent, or the room forgotten: its draft goes.
    public func clear(_ room: RoomKey) async {
        setDraft("", for: room)
        // A draft that was never read may still lie on disk.
        dirty.insert(room)
        await flush()
    }

    /// Waits until everything is on disk: when the app goes to the background.
    public func flush() async {
        if let writer { await writer.value }
        writeDirty()
    }

    private func writeAll() async {
        // Let what else is waiting for this actor in first: several keystrokes make one write.
        await Task.yield()
        writeDirty()
        writer = nil
    }

    private func writeDirty() {
        for room in dirty {
            do throws(StorageError) {
                if let text = texts[room], !text.isEmpty {
                    try files.write(Data(text.utf8), to: room.rawValue)
                } else {
                    try files.remove(room.rawValue)
                }
                dirty.remove(room)
                lastError = nil
            } catch {
                // Stays dirty: the next change or flush tries again.
                lastError = error
            }
        }
    }
}
