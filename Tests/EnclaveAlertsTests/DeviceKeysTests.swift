import Crypto
import EnclaveAlerts
import Foundation
import Testing

@Suite("The device's keys")
struct DeviceKeysTests {
    private struct Answering: Keychain {
        var status: Int32
        var data: Data?
        func copy(_ item: KeychainItem) -> (status: Int32, data: Data?) { (status, data) }
        func add(_ item: KeychainItem, data: Data) -> Int32 { status }
        func update(_ item: KeychainItem, data: Data) -> Int32 { status }
        func delete(_ item: KeychainItem) -> Int32 { status }
    }

    @Test("They are made once, and found again")
    func once() throws {
        let store = DeviceKeyStore(keychain: MemoryKeychain(), accessGroup: "g")
        #expect(try store.keys() == nil)
        let made = try store.keysOrNew()
        let found = try #require(try store.keys())
        #expect(found.agreement.publicKey == made.agreement.publicKey)
        #expect(found.renewal == made.renewal)
    }

    @Test("On a locked device they are locked, not missing: nothing is made anew (K01)")
    func locked() {
        let store = DeviceKeyStore(keychain: Answering(status: KeychainStatus.locked), accessGroup: nil)
        #expect(throws: DeviceKeyError.locked) { try store.keys() }
        #expect(throws: DeviceKeyError.locked) { try store.keysOrNew() }
    }

    @Test("What is no key is said to be damaged")
    func damaged() {
        let store = DeviceKeyStore(keychain: Answering(status: 0, data: Data([1, 2, 3])), accessGroup: nil)
        #expect(throws: DeviceKeyError.damaged) { try store.keysOrNew() }
    }

    @Test("No description shows a key")
    func silent() throws {
        let keys = try DeviceKeys()
        var secret: [UInt8] = []
        keys.agreement.withSecret { secret = Array($0) }
        let digits = Hexadecimal.encode(secret)
        #expect(!"\(keys)".contains(digits))
        #expect(!String(reflecting: keys).contains(String(digits.prefix(8))))
    }
}
