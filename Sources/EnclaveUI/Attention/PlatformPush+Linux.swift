#if os(Linux)
    import Crypto
    import EnclaveContracts

    /// There are no pushes here; the screens show what they would.
    enum PlatformPush {
        static var keychain: any Keychain { MemoryKeychain() }
        static var keychainGroup: String? { nil }
        static var bundleId: String { "xyz.epsilver.enclave" }
        static var deviceName: String { "This computer" }
        static var environment: PairingCode.Environment { .sandbox }
    }
#endif
