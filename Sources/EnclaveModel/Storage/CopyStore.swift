import CollabReplica
import CollabWire
import Foundation

/// Keeps the newest part of each room on this device (feature S7), sealed with a key that only the room's link gives.
///
/// A copy that can't be read is no copy: it was sealed for another key, or another version wrote it, and the host has
/// the truth anyway.
public actor CopyStore {
    /// There is no room of this name: it says that the person wants no copies.
    private static let off = "off"
    private let files: PrivateFiles

    /// A store over a folder with file protection ``PrivateFiles/Protection/complete``.
    public init(files: PrivateFiles) { self.files = files }

    /// Whether copies are kept; the choice lies with them.
    /// - Throws: ``StorageError``.
    public func isOn() throws(StorageError) -> Bool { try files.read(Self.off) == nil }

    /// Keeps copies from now on, or none, and deletes those there are.
    /// - Throws: ``StorageError``.
    public func turn(on isOn: Bool) throws(StorageError) {
        guard isOn else {
            // First the choice: copies that cannot be deleted are at least not written again.
            try files.write(Data(), to: Self.off)
            for name in try files.names() where name != Self.off { try files.remove(name) }
            try files.removeLeftovers()
            return
        }
        try files.remove(Self.off)
    }

    /// The copy of a room; nil when there is none that can be read.
    /// - Throws: ``StorageError``.
    public func copy(of room: RoomKey, in box: RoomBox) throws(StorageError) -> SessionCopy? {
        guard let data = try files.read(room.rawValue) else { return nil }
        do throws(SealError) { return SessionCopy(decoding: try box.open(Array(data))) } catch { return nil }
    }

    /// Keeps a copy, unless the person wants none.
    /// - Throws: ``StorageError``.
    public func keep(_ copy: SessionCopy, of room: RoomKey, in box: RoomBox) throws(StorageError) {
        guard try isOn() else { return }
        let sealed: [UInt8]
        do throws(SealError) { sealed = try box.seal(copy.encode()) } catch {
            throw .unwritable(room.rawValue, code: 0)
        }
        try files.write(Data(sealed), to: room.rawValue)
    }

    /// The room is forgotten.
    /// - Throws: ``StorageError``.
    public func forget(_ room: RoomKey) throws(StorageError) { try files.remove(room.rawValue) }
}
