import Foundation

/// Keeps the ``RoomList`` in a file without secrets.
public actor RoomStore {
    private static let name = "rooms.json"
    private let files: PrivateFiles
    private var written: RoomList?

    /// A store over a folder; ``PrivateFiles/Protection/afterFirstUnlock`` lets notifications find a room's name.
    public init(files: PrivateFiles) { self.files = files }

    /// The list as kept; empty the first time.
    /// - Throws: ``StorageError``; a damaged file is left for a person to look at, not overwritten.
    public func load() throws(StorageError) -> RoomList {
        guard let data = try files.read(Self.name) else { return RoomList() }
        do {
            let list = try JSONDecoder().decode(RoomList.self, from: data)
            written = list
            return list
        } catch {
            throw .damaged(Self.name)
        }
    }

    /// Keeps a list; an unchanged one costs nothing.
    /// - Throws: ``StorageError``.
    public func save(_ list: RoomList) throws(StorageError) {
        guard list != written else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let data: Data
        do { data = try encoder.encode(list) } catch { throw .unwritable(Self.name, code: 0) }
        try files.write(data, to: Self.name)
        written = list
    }
}
