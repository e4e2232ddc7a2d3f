import CollabGuest
import CollabWire
import EnclaveModel
import Foundation
import Testing

@Suite("Files of one's own")
struct PrivateFilesTests {
    private let folder = TemporaryFolder()

    private func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test("Nobody else can read folder or files, also in a folder that was open before")
    func modes() async throws {
        try FileManager.default.createDirectory(
            at: folder.url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let files = PrivateFiles(folder: folder.url, protection: .complete)
        try files.write(Data("secret".utf8), to: "a")
        #expect(try mode(folder.url) == 0o700)
        #expect(try mode(folder.url.appending(path: "a")) == 0o600)
    }

    @Test("A write replaces the whole file and leaves nothing beside it")
    func replaces() async throws {
        let files = PrivateFiles(folder: folder.url, protection: .complete)
        #expect(try files.read("a") == nil)
        try files.write(Data(repeating: 65, count: 1 << 20), to: "a")
        try files.write(Data("short".utf8), to: "a")
        #expect(try files.read("a") == Data("short".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a"])
        try files.remove("a")
        try files.remove("a")
        #expect(try files.names() == [])
    }

    @Test("Every file gets its protection before it takes the old one's place; a refusal keeps the old one")
    func protection() async throws {
        struct Refusal: Error {}
        let recorder = Recorder()
        let files = PrivateFiles(folder: folder.url, protection: .complete) { url, protection in
            recorder.add(protection, FileManager.default.fileExists(atPath: url.path))
            if recorder.count > 1 { throw Refusal() }
        }
        try files.write(Data("old".utf8), to: "a")
        #expect(recorder.last?.protection == .complete && recorder.last?.exists == true)
        #expect(throws: StorageError.self) { try files.write(Data("new".utf8), to: "a") }
        #expect(try files.read("a") == Data("old".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a"])
    }

    @Test("The state folder follows XDG, and ignores a relative one")
    func stateFolder() {
        #expect(PrivateFiles.stateFolder(environment: ["XDG_STATE_HOME": "/x/y"]).path == "/x/y/enclave")
        #expect(
            PrivateFiles.stateFolder(environment: ["XDG_STATE_HOME": "y"]).path.hasSuffix("/.local/state/enclave"))
    }

    /// Remembers protection calls.
    private final class Recorder: @unchecked Sendable {
        // Safe: a test calls it from one thread.
        private var calls: [(protection: PrivateFiles.Protection, exists: Bool)] = []
        var count: Int { calls.count }
        var last: (protection: PrivateFiles.Protection, exists: Bool)? { calls.last }
        func add(_ protection: PrivateFiles.Protection, _ exists: Bool) { calls.append((protection, exists)) }
    }
}

@Suite("Drafts and outbox survive")
struct KeptTextTests {
    private let folder = TemporaryFolder()

    @Test("A draft stays with its room, over a relaunch, until it is sent or the room forgotten")
    func drafts() async throws {
        let files = PrivateFiles(folder: folder.url, protection: .complete)
        let (one, two) = (Samples.key("1"), Samples.key("2"))
        let store = DraftStore(files: files)
        await store.setDraft("abc", for: one)
        #expect(try await store.draft(for: two) == "")
        #expect(try await store.draft(for: one) == "abc")
        await store.flush()

        let relaunched = DraftStore(files: files)
        #expect(try await relaunched.draft(for: one) == "abc")
        await relaunched.clear(one)
        #expect(try files.names() == [])
        #expect(try await DraftStore(files: files).draft(for: one) == "")
    }

    @Test("A forgotten room's draft goes even when it was never read")
    func forgotten() async throws {
        let files = PrivateFiles(folder: folder.url, protection: .complete)
        try files.write(Data("old".utf8), to: Samples.key("1").rawValue)
        await DraftStore(files: files).clear(Samples.key("1"))
        #expect(try files.names() == [])
    }

    @Test("A draft that can't be written says so, and is written once it can")
    func unwritable() async throws {
        struct Refusal: Error {}
        let gate = Gate()
        let files = PrivateFiles(folder: folder.url, protection: .complete) { _, _ in
            if gate.isClosed { throw Refusal() }
        }
        let store = DraftStore(files: files)
        await store.setDraft("abc", for: Samples.key("1"))
        await store.flush()
        #expect(await store.lastError != nil)
        gate.isClosed = false
        await store.flush()
        #expect(await store.lastError == nil)
        #expect(try files.read(Samples.key("1").rawValue) == Data("abc".utf8))
    }

    @Test("The outbox comes back with every state, text and picture")
    func outbox() async throws {
        let files = PrivateFiles(folder: folder.url, protection: .complete)
        let items = [
            OutboxItem(text: " a\n", images: [PromptImage(mimeType: "image/png", data: "AAAA")], state: .notSent),
            OutboxItem(text: "b", images: [], state: .sending),
            OutboxItem(text: "c", images: [], state: .sent, sentAfter: "e7"),
            OutboxItem(text: "d", images: [], state: .refused("too long")),
        ]
        let key = Samples.key("3")
        try await OutboxStore(files: files).keep(items, for: key)
        #expect(try await OutboxStore(files: files).items(for: key) == items)
        let store = OutboxStore(files: files)
        try await store.keep([], for: key)
        #expect(try files.names() == [])
    }

    /// Lets writes through or not.
    private final class Gate: @unchecked Sendable {
        // Safe: set before and after, never during, the calls that read it.
        var isClosed = true
    }
}
