#if canImport(Security)
    import Foundation
    import Security

    /// The system's keychain: queries as Security wants them, without decisions.
    public struct SystemKeychain: Keychain {
        /// The system's keychain.
        public init() {}

        /// `SecItemCopyMatching`.
        public func copy(_ item: KeychainItem) -> (status: Int32, data: Data?) {
            var query = Self.query(item)
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            return (status, result as? Data)
        }

        /// `SecItemAdd`.
        public func add(_ item: KeychainItem, data: Data) -> Int32 {
            var query = Self.query(item)
            query[kSecAttrAccessible] = Self.accessible(item)
            query[kSecValueData] = data
            return SecItemAdd(query as CFDictionary, nil)
        }

        /// `SecItemUpdate`; an older item gets today's protection as well.
        public func update(_ item: KeychainItem, data: Data) -> Int32 {
            let changes: [CFString: Any] = [kSecValueData: data, kSecAttrAccessible: Self.accessible(item)]
            return SecItemUpdate(Self.query(item) as CFDictionary, changes as CFDictionary)
        }

        /// `SecItemDelete`.
        public func delete(_ item: KeychainItem) -> Int32 {
            SecItemDelete(Self.query(item) as CFDictionary)
        }

        private static func query(_ item: KeychainItem) -> [CFString: Any] {
            var query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword,
                kSecAttrService: item.service,
                kSecAttrAccount: item.account,
                kSecAttrSynchronizable: item.isSynchronizable,
                // The same keychain on macOS as on iOS.
                kSecUseDataProtectionKeychain: true,
            ]
            if let group = item.accessGroup { query[kSecAttrAccessGroup] = group }
            return query
        }

        private static func accessible(_ item: KeychainItem) -> CFString {
            switch item.accessibility {
            case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            }
        }
    }
#endif
