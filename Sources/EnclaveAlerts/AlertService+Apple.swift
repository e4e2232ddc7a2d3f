#if canImport(Security)
    import Crypto

    extension AlertService {
        static var keychain: any Keychain { SystemKeychain() }
    }
#endif
