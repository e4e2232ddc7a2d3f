import Crypto
import Foundation

/// A keychain that holds the same bytes under every name, so that what is made of them looks the same in every run.
struct FixtureKeychain: Keychain {
    func copy(_ item: KeychainItem) -> (status: Int32, data: Data?) {
        (KeychainStatus.success, Data(repeating: 42, count: AgreementKey.byteCount + SealingKey.byteCount))
    }

    func add(_ item: KeychainItem, data: Data) -> Int32 { KeychainStatus.success }
    func update(_ item: KeychainItem, data: Data) -> Int32 { KeychainStatus.success }
    func delete(_ item: KeychainItem) -> Int32 { KeychainStatus.success }
}
