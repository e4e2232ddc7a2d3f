#if !canImport(Security)
    import Crypto

    extension AlertService {
        /// There is no keychain, and no extension either.
        static var keychain: any Keychain { MemoryKeychain() }
    }
#endif
