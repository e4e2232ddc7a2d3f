import Foundation

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
    /// `kSecAttrAccessGroup`: who else of this developer's apps and extensions may read it; nil for the app alone.
    public var accessGroup: String?

    /// An item.
    public init(service: String, account: String, accessGroup: String? = nil) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
    }
}

/// A keychain in memory, for previews and for systems without one.
public final class MemoryKeychain: Keychain, @unchecked Sendable {  // Every access holds the lock.
    private let lock = NSLock()
    private var items: [KeychainItem: Data] = [:]

    /// An empty keychain.
    public init() {}

    private func locked<Value>(_ body: () -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    /// The item, or ``KeychainStatus/notFound``.
    public func copy(_ item: KeychainItem) -> (status: Int32, data: Data?) {
        locked { items[item].map { (KeychainStatus.success, $0) } ?? (KeychainStatus.notFound, nil) }
    }
    /// Adds it, or says ``KeychainStatus/duplicate``.
    public func add(_ item: KeychainItem, data: Data) -> Int32 {
        locked {
            guard items[item] == nil else { return KeychainStatus.duplicate }
            items[item] = data
            return KeychainStatus.success
        }
    }
    /// Changes it, or says ``KeychainStatus/notFound``.
    public func update(_ item: KeychainItem, data: Data) -> Int32 {
        locked {
            guard items[item] != nil else { return KeychainStatus.notFound }
            items[item] = data
            return KeychainStatus.success
        }
    }
    /// Deletes it, or says ``KeychainStatus/notFound``.
    public func delete(_ item: KeychainItem) -> Int32 {
        locked { items.removeValue(forKey: item) == nil ? KeychainStatus.notFound : KeychainStatus.success }
    }
}
