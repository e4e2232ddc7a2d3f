import CollabWire
import Crypto
import EnclaveModel
import Foundation
import Testing

@Suite("The vault")
struct VaultTests {
    private let folder = TemporaryFolder()

    /// A keychain of the test's own that remembers every item it is asked about.
    private final class FakeKeychain: Keychain, @unchecked Sendable {
        // Safe: the vault's actor calls it, and the test looks only between calls.
        var status: Int32 = 0
        private(set) var items: [String: Data] = [:]
        private(set) var seen: [KeychainItem] = []
        private(set) var changes = 0

        func copy(_ item: KeychainItem) -> (status: Int32, data: Data?) {
            seen.append(item)
            if status != 0 { return (status, nil) }
            return items[item.account].map { (0, $0) } ?? (KeychainStatus.notFound, nil)
        }

        func add(_ item: KeychainItem, data: Data) -> Int32 {
            seen.append(item)
            if status != 0 { return status }
            if items[item.account] != nil { return KeychainStatus.duplicate }
            return update(item, data: data)
        }

        func update(_ item: KeychainItem, data: Data) -> Int32 {
            seen.append(item)
            if status != 0 { return status }
            items[item.account] = data
            changes += 1
            return 0
        }

        func delete(_ item: KeychainItem) -> Int32 {
            seen.append(item)
            if status != 0 { return status }
            changes += 1
            return items.removeValue(forKey: item.account) == nil ? KeychainStatus.notFound : 0
        }
    }

    @Test("A locked keychain is no empty one: nothing is deleted or overwritten, and it is read again later")
    func locked() async throws {
        let keychain = FakeKeychain()
        let vault = KeychainVault(keychain: keychain)
        let link = Samples.controlLink
        let key = try RoomKey(link)
        try await vault.keep(link, for: key)
        #expect(try await vault.link(for: Samples.key("0")) == nil, "not found is something else")

        keychain.status = KeychainStatus.locked
        let changes = keychain.changes
        await #expect(throws: VaultError.locked) { try await vault.link(for: key) }
        #expect(keychain.changes == changes)
        keychain.status = 0
        #expect(try await vault.link(for: key) == link)
    }

    @Test("Every query keeps the item on this device, out of iCloud, and closed before the first unlock")
    func protection() async throws {
        let keychain = FakeKeychain()
        let vault = KeychainVault(keychain: keychain)
        let key = try RoomKey(Samples.controlLink)
        try await vault.keep(Samples.controlLink, for: key)
        try await vault.keep(Samples.controlLink.view, for: key)
        _ = try await vault.link(for: key)
        try await vault.remove(key)
        try await vault.remove(key)
        #expect(keychain.seen.count >= 6)
        for item in keychain.seen {
            #expect(item.accessibility == .afterFirstUnlockThisDeviceOnly)
            #expect(!item.isSynchronizable)
            #expect(!item.account.contains(Samples.controlLink.roomId), "not even the room's id")
        }
        #expect(keychain.items.isEmpty)
    }

    @Test("A second link for a room replaces the first, in every vault")
    func replaces() async throws {
        let files = PrivateFiles(folder: folder.url, protection: .afterFirstUnlock)
        let vaults: [any Vault] = [MemoryVault(), FileVault(files: files), KeychainVault(keychain: FakeKeychain())]
        let key = try RoomKey(Samples.controlLink)
        for vault in vaults {
            #expect(try await vault.link(for: key) == nil)
            try await vault.keep(Samples.controlLink.view, for: key)
            try await vault.keep(Samples.controlLink, for: key)
            #expect(try await vault.link(for: key) == Samples.controlLink)
            try await vault.remove(key)
            #expect(try await vault.link(for: key) == nil)
        }
    }

    @Test("Another keychain error names its number and no secret")
    func otherError() async throws {
        let keychain = FakeKeychain()
        keychain.status = -34018
        let vault = KeychainVault(keychain: keychain)
        let key = try RoomKey(Samples.controlLink)
        do {
            try await vault.keep(Samples.controlLink, for: key)
            Issue.record("it was kept")
        } catch {
            #expect(error == .system(-34018, operation: "saved"))
            #expect(error.localizedDescription.contains("-34018"))
            #expect(!Samples.leaks(error.localizedDescription))
        }
    }

    @Test("A damaged item is said to be damaged and left where it is")
    func damaged() async throws {
        let files = PrivateFiles(folder: folder.url, protection: .afterFirstUnlock)
        let key = Samples.key("7")
        try files.write(Data("no link".utf8), to: key.rawValue)
        await #expect(throws: VaultError.damaged) { try await FileVault(files: files).link(for: key) }
        #expect(try files.read(key.rawValue) != nil)
    }

    @Test("View and control link of a room have the same key; relays and rooms differ; the key shows neither")
    func keys() throws {
        let control = try RoomKey(Samples.controlLink)
        #expect(try RoomKey(Samples.controlLink.view) == control)
        var other = Samples.controlLink
        other.relay = RelayAddress(isSecure: true, host: "relay.example.com", port: nil)
        #expect(try RoomKey(other) != control)
        #expect(!control.rawValue.contains(Samples.controlLink.roomId))
        #expect(RoomKey(rawValue: control.rawValue) == control)
        for bad in ["", "xyz", String(repeating: "A", count: 64), control.rawValue + "0"] {
            #expect(RoomKey(rawValue: bad) == nil)
        }
    }

    @Test("Outside the vault nothing that is stored holds a secret")
    func onlyTheVault() async throws {
        let rooms = PrivateFiles(folder: folder.url.appending(path: "rooms"), protection: .afterFirstUnlock)
        let texts = PrivateFiles(folder: folder.url.appending(path: "texts"), protection: .complete)
        let link = Samples.controlLink
        let key = try RoomKey(link)
        var list = RoomList()
        list.joined(
            Room(id: key, title: "Work", relay: link.relay.authority, access: .control, lastSeen: Date()))
        try await RoomStore(files: rooms).save(list)
        let drafts = DraftStore(files: texts)
        await drafts.setDraft("hello", for: key)
        await drafts.flush()
        for files in [rooms, texts] {
            for name in try files.names() {
                let content = String(decoding: try files.read(name) ?? Data(), as: UTF8.self)
                #expect(!Samples.leaks(content) && !Samples.leaks(name))
                #expect(!content.contains(link.roomId))
            }
        }
    }
}
