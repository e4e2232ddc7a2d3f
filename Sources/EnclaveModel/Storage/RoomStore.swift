import Foundation

/// Keeps the ``RoomList`` in a file without secrets.
public actor RoomStore {
    private static let name = "rooms.json"
    private let files: PrivateFiles
    /// What a damaged list is kept as, beside the one that takes its place.
    private static let damagedName = "rooms.json.damaged"
    private var written: RoomList?
    /// Why the list that is kept is not known.
    private var failure: StorageError?

    /// A store over a folder; ``PrivateFiles/Protection/afterFirstUnlock`` lets notifications find a room's name.
    public init(files: PrivateFiles) { self.files = files }

    /// The list as kept; empty the first time.
    /// - Throws: ``StorageError``; a damaged file is left for a person to look at, not overwritten.
    public func load() throws(StorageError) -> RoomList {
        do throws(StorageError) {
            let list = try read()
            failure = nil
            return list
        } catch {
            failure = error
            throw error
        }
    }

    private func read() throws(StorageError) -> RoomList {
        guard let data = try files.read(Self.name) else { return RoomList() }
        do {
            let list = try JSONDecoder().decode(RoomList.self, from: data)
            written = list
            return list
        } catch {
            throw .damaged(Self.name)
        }
    }

    /// Keeps a list; an unchanged one costs nothing. One that could not be read is not overwritten.
    /// - Throws: ``StorageError``.
    public func save(_ list: RoomList) throws(StorageError) {
        guard list != written else { return }
        switch failure {
        case nil: break
        case .damaged: if let damaged = try files.read(Self.name) { try files.write(damaged, to: Self.damagedName) }
        // It holds rooms that this list does not.
        case let failure?: throw failure
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let data: Data
        do { data = try encoder.encode(list) } catch { throw .unwritable(Self.name, code: 0) }
        try files.write(data, to: Self.name)
        written = list
        failure = nil
    }
}
