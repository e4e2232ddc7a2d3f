import CollabWire
import Crypto
import Foundation

/// A vault over the system's keychain. Its decisions are here, where they are tested with a keychain of the test's own;
/// the calls to Apple's Security framework are in `SystemKeychain`.
public actor KeychainVault: Vault {
    private let keychain: any Keychain
    private let service: String

    /// A vault.
    /// - Parameters:
    ///   - keychain: the system's, or a test's.
    ///   - service: the name all items share.
    public init(keychain: any Keychain, service: String = "xyz.epsilver.enclave.rooms") {
        self.keychain = keychain
        self.service = service
    }

    /// The link of a room, or nil when the keychain says there is none (`errSecItemNotFound`).
    /// - Throws: ``VaultError/locked`` for `errSecInteractionNotAllowed`: the item exists and can't be read now.
    public func link(for room: RoomKey) throws(VaultError) -> RoomLink? {
        let (status, data) = keychain.copy(item(room))
        switch status {
        case KeychainStatus.success:
            guard let data else { throw .damaged }
            return try RoomLink(vaulted: data)
        case KeychainStatus.notFound: return nil
        default: throw Self.error(status, "read")
        }
    }

    /// Keeps a link: adds an item, or updates the one that is there.
    /// - Throws: ``VaultError``.
    public func keep(_ link: RoomLink, for room: RoomKey) throws(VaultError) {
        var status = keychain.add(item(room), data: link.vaulted)
        if status == KeychainStatus.duplicate { status = keychain.update(item(room), data: link.vaulted) }
        guard status == KeychainStatus.success else { throw Self.error(status, "saved") }
    }

    /// Deletes a link.
    /// - Throws: ``VaultError``.
    public func remove(_ room: RoomKey) throws(VaultError) {
        let status = keychain.delete(item(room))
        guard status == KeychainStatus.success || status == KeychainStatus.notFound else {
            throw Self.error(status, "deleted")
        }
    }

    private func item(_ room: RoomKey) -> KeychainItem {
        KeychainItem(service: service, account: room.rawValue)
    }

    private static func error(_ status: Int32, _ operation: String) -> VaultError {
        status == KeychainStatus.locked ? .locked : .system(status, operation: operation)
    }
}
