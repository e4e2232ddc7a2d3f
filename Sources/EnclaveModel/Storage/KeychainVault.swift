import CollabWire
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

/// Which keychain item, and how it is protected: what every query carries.
public struct KeychainItem: Sendable, Hashable {
    /// When an item can be read.
    public enum Accessibility: Sendable, Hashable {
        /// From the first unlock after a start on, and never on another device or in a backup of one
        /// (`kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`).
        case afterFirstUnlockThisDeviceOnly
    }

    /// `kSecAttrService`.
    public var service: String
    /// `kSecAttrAccount`.
    public var account: String
    /// `kSecAttrAccessible`.
    public var accessibility = Accessibility.afterFirstUnlockThisDeviceOnly
    /// `kSecAttrSynchronizable`: never in iCloud.
    public var isSynchronizable = false

    /// An item.
    public init(service: String, account: String) {
        self.service = service
        self.account = account
    }
}

/// The four keychain calls, with `OSStatus` results.
public protocol Keychain: Sendable {
    /// `SecItemCopyMatching`.
    func copy(_ item: KeychainItem) -> (status: Int32, data: Data?)
    /// `SecItemAdd`.
    func add(_ item: KeychainItem, data: Data) -> Int32
    /// `SecItemUpdate`.
    func update(_ item: KeychainItem, data: Data) -> Int32
    /// `SecItemDelete`.
    func delete(_ item: KeychainItem) -> Int32
}

/// The results that decide something; the same numbers as in Security's `SecBase.h`.
public enum KeychainStatus {
    /// `errSecSuccess`.
    public static let success: Int32 = 0
    /// `errSecItemNotFound`.
    public static let notFound: Int32 = -25300
    /// `errSecDuplicateItem`.
    public static let duplicate: Int32 = -25299
    /// `errSecInteractionNotAllowed`: the device is locked.
    public static let locked: Int32 = -25308
}
