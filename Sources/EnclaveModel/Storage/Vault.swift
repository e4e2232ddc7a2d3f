import CollabWire
import Foundation

/// Where room links are kept, secrets and all (feature S5): the only place on the device that holds them.
///
/// A room whose link can't be read *now* (``VaultError/locked``) is something else than a room without a link (nil):
/// the first stays in the list and is read again when the device is unlocked; nothing is deleted or overwritten for it.
public protocol Vault: Sendable {
    /// The link of a room, or nil when none is kept.
    func link(for room: RoomKey) async throws(VaultError) -> RoomLink?
    /// Keeps a link under its room's key, over one that is there.
    func keep(_ link: RoomLink, for room: RoomKey) async throws(VaultError)
    /// Deletes a room's link; one that is not there is deleted already.
    func remove(_ room: RoomKey) async throws(VaultError)
}

/// Why the vault could not do it. Never holds a secret.
public enum VaultError: Error, Sendable, Hashable {
    /// The device is locked, and the item is readable only after it is unlocked.
    case locked
    /// What is stored is no link.
    case damaged
    /// The system's own error number (OSStatus or errno), and what was tried.
    case system(Int32, operation: String)
}

extension VaultError: LocalizedError {
    /// A sentence a person can act on.
    public var errorDescription: String? {
        switch self {
        case .locked: "The room's key is protected while the device is locked. Unlock it and try again."
        case .damaged: "The room's stored key can't be read. Pair with the room again."
        case .system(let code, let operation):
            "The room's key could not be \(operation) (system error \(code)). Try again, or pair with the room again."
        }
    }
}

/// A vault in memory, for tests and previews.
public actor MemoryVault: Vault {
    private var links: [RoomKey: RoomLink] = [:]

    /// An empty vault.
    public init() {}

    /// The link of a room, or nil.
    public func link(for room: RoomKey) -> RoomLink? { links[room] }
    /// Keeps a link.
    public func keep(_ link: RoomLink, for room: RoomKey) { links[room] = link }
    /// Deletes a link.
    public func remove(_ room: RoomKey) { links[room] = nil }
}

/// A vault of files that only this user can read, for Linux: one file per room in a folder of mode 0700.
public actor FileVault: Vault {
    private let files: PrivateFiles

    /// A vault over a folder.
    public init(files: PrivateFiles) { self.files = files }

    /// The link of a room, or nil.
    /// - Throws: ``VaultError``.
    public func link(for room: RoomKey) throws(VaultError) -> RoomLink? {
        let data: Data?
        do throws(StorageError) { data = try files.read(room.rawValue) } catch { throw VaultError(error, "read") }
        guard let data else { return nil }
        return try RoomLink(vaulted: data)
    }

    /// Keeps a link.
    /// - Throws: ``VaultError``.
    public func keep(_ link: RoomLink, for room: RoomKey) throws(VaultError) {
        do throws(StorageError) { try files.write(link.vaulted, to: room.rawValue) } catch {
            throw VaultError(error, "saved")
        }
    }

    /// Deletes a link.
    /// - Throws: ``VaultError``.
    public func remove(_ room: RoomKey) throws(VaultError) {
        do throws(StorageError) { try files.remove(room.rawValue) } catch { throw VaultError(error, "deleted") }
    }
}

extension RoomLink {
    /// The link as a vault stores it. **A secret.**
    var vaulted: Data { Data(formatted.utf8) }

    /// A link from a vault.
    /// - Throws: ``VaultError/damaged``.
    init(vaulted data: Data) throws(VaultError) {
        do throws(LinkError) {
            try self.init(parsing: String(decoding: data, as: UTF8.self), leniency: .none)
        } catch {
            throw .damaged
        }
    }
}

extension VaultError {
    init(_ error: StorageError, _ operation: String) {
        switch error {
        case .locked: self = .locked
        case .unwritable(_, let code): self = .system(code, operation: operation)
        case .unreadable, .damaged: self = .damaged
        }
    }
}
