#if !os(Linux)
    import Crypto
    import EnclaveModel
    import Foundation

    /// Where this platform keeps links: the Keychain.
    enum PlatformVault {
        static func make(folder: URL) -> any Vault { KeychainVault(keychain: SystemKeychain()) }
    }
#endif
