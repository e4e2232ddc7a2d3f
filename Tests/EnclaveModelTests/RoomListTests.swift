import EnclaveModel
import Foundation
import Testing

@Suite("The room list")
struct RoomListTests {
    private let folder = TemporaryFolder()

    private func room(_ digit: Character, _ title: String?, seen: Double, relay: String = "my.omp.sh") -> Room {
        Room(
            id: Samples.key(digit), title: title, model: "opal-3", relay: relay, access: .control,
            lastSeen: Date(timeIntervalSince1970: seen))
    }

    private var list: RoomList {
        var list = RoomList()
        list.joined(room("a", "Bridge work", seen: 10))
        list.joined(room("b", "archive", seen: 30, relay: "relay.example.com"))
        list.joined(room("c", "Café", seen: 20))
        return list
    }

    private func names(_ rooms: [Room]) -> [String] { rooms.map(\.name) }

    @Test("Sorts by recency, name and status, and what needs the person comes first in each")
    func order() {
        #expect(names(list.rows(order: .recent)) == ["archive", "Café", "Bridge work"])
        #expect(names(list.rows(order: .name)) == ["archive", "Bridge work", "Café"])
        #expect(
            names(list.rows(order: .status, live: [Samples.key("a")])) == ["Bridge work", "archive", "Café"])
        #expect(
            names(list.rows(order: .name, needsAnswer: [Samples.key("c")])) == ["Café", "archive", "Bridge work"])
    }

    @Test("Searches every word in title, model, relay and tag, whatever case and accents")
    func search() {
        #expect(names(list.rows(order: .name, search: "cafe OPAL")) == ["Café"])
        #expect(names(list.rows(order: .name, search: "relay.example")) == ["archive"])
        #expect(list.rows(order: .name, search: "cafe nothing").isEmpty)
        var tagged = list
        tagged.update(Samples.key("a")) { $0.tag = .pine }
        #expect(names(tagged.rows(order: .name, tag: .pine)) == ["Bridge work"])
        #expect(names(tagged.rows(order: .name, search: "pine")) == ["Bridge work"])
    }

    @Test("A removal can be undone until it is final; only then secrets go")
    func remove() {
        var list = list
        let key = Samples.key("b")
        list.remove(key, at: Date(timeIntervalSince1970: 100))
        #expect(list[key] == nil)
        #expect(list.commitRemovals(before: Date(timeIntervalSince1970: 99)) == [])
        list.undoRemove(key)
        #expect(list[key]?.title == "archive")
        list.remove(key, at: Date(timeIntervalSince1970: 100))
        #expect(list.commitRemovals(before: Date(timeIntervalSince1970: 100)) == [key])
        #expect(list.rooms.count == 2)
    }

    @Test("Joining a known room keeps its colour and brings a removed one back")
    func joinAgain() {
        var list = list
        let key = Samples.key("a")
        list.update(key) { $0.tag = .iris }
        list.remove(key, at: Date())
        list.joined(room("a", nil, seen: 90))
        #expect(list[key]?.title == "Bridge work")
        #expect(list[key]?.tag == .iris)
        #expect(list[key]?.lastSeen == Date(timeIntervalSince1970: 90))
        #expect(list.rooms.count == 3)
    }

    @Test("The stored list comes back as it was")
    func stored() async throws {
        let files = PrivateFiles(folder: folder.url, protection: .afterFirstUnlock)
        let store = RoomStore(files: files)
        #expect(try await store.load() == RoomList())
        try await store.save(list)
        #expect(try await RoomStore(files: files).load() == list)
    }

    @Test("A damaged list is left for a person to look at")
    func damaged() async throws {
        let files = PrivateFiles(folder: folder.url, protection: .afterFirstUnlock)
        try files.write(Data("{".utf8), to: "rooms.json")
        await #expect(throws: StorageError.damaged("rooms.json")) { try await RoomStore(files: files).load() }
        #expect(try files.read("rooms.json") == Data("{".utf8))
    }

    @Test("A damaged list is kept beside the one that takes its place")
    func setAside() async throws {
        let files = PrivateFiles(folder: folder.url, protection: .afterFirstUnlock)
        try files.write(Data("{".utf8), to: "rooms.json")
        let store = RoomStore(files: files)
        await #expect(throws: StorageError.damaged("rooms.json")) { try await store.load() }
        try await store.save(list)
        #expect(try files.read("rooms.json.damaged") == Data("{".utf8))
        #expect(try await RoomStore(files: files).load() == list)
    }

    @Test("A list that cannot be read now is not overwritten")
    func unread() async throws {
        let files = PrivateFiles(folder: folder.url, protection: .afterFirstUnlock)
        // Neither does root read a folder as a file.
        let place = folder.url.appending(path: "rooms.json")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let store = RoomStore(files: files)
        await #expect(throws: StorageError.unreadable("rooms.json")) { try await store.load() }
        await #expect(throws: StorageError.unreadable("rooms.json")) { try await store.save(list) }
        try FileManager.default.removeItem(at: place)
        #expect(try await store.load() == RoomList())
        try await store.save(list)
    }
}
