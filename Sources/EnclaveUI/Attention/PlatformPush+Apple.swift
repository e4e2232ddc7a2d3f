#if !os(Linux)
    import Crypto
    import EnclaveContracts
    import Foundation
    import UIKit

    /// What this platform says of itself to a push bridge.
    enum PlatformPush {
        static var keychain: any Keychain { SystemKeychain() }
        /// The app group: an access group that app and notification service extension share.
        static var keychainGroup: String? { SharedContainer.group }
        static var bundleId: String { Bundle.main.bundleIdentifier ?? "xyz.epsilver.enclave" }
        static var deviceName: String { UIDevice.current.name }
        /// Builds from Xcode get their tokens from the sandbox, all others from production.
        static var environment: PairingCode.Environment {
            Bundle.main.object(forInfoDictionaryKey: "EnclavePushEnvironment") as? String == "development"
                ? .sandbox : .production
        }
    }
#endif
