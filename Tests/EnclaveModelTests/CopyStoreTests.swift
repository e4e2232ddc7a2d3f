import CollabReplica
import CollabWire
import EnclaveModel
import Foundation
import Testing

@Suite("Copies on the device")
struct CopyStoreTests {
    private let folder = TemporaryFolder()
    private let room: RoomKey
    private let box: RoomBox
    private let copy: SessionCopy

    init() throws {
        let secret = try RoomSecret.random()
        let link = try RoomLink(parsing: "AbCdEf123456_-Xy.\(secret.base64url)")
        room = try RoomKey(link)
        box = try RoomBox(secret)
        var replica = Replica()
        for json in [
            #"{"t":"welcome","proto":3,"header":{"type":"session","id":"s","cwd":"/srv"},"state":{"isStreaming":false,"sessionName":"harbour"},"agents":[],"entryCount":1}"#,
            #"{"t":"snapshot-chunk","entries":[{"type":"message","id":"u1","message":{"role":"user","content":"the secret plan"}}],"final":true}"#,
        ] {
            _ = replica.apply(try HostFrame.decode(JSONText(validating: json)), at: 0)
        }
        copy = try #require(SessionCopy(of: replica.state, date: Date(timeIntervalSince1970: 1_000)))
    }

    private var store: CopyStore { CopyStore(files: PrivateFiles(folder: folder.url, protection: .complete)) }

    private func bytes() throws -> [Data] {
        try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
            .map { try Data(contentsOf: $0) }
    }

    @Test("outlive the process, and are nothing but noise to whoever has no link")
    func kept() async throws {
        try await store.keep(copy, of: room, in: box)
        let read = try #require(try await store.copy(of: room, in: box))
        #expect(read.encode() == copy.encode())
        let files = try bytes()
        #expect(files.count == 1)
        for word in ["secret plan", "harbour", "welcome", "u1"] {
            #expect(files.allSatisfy { $0.range(of: Data(word.utf8)) == nil })
        }
        let stranger = try RoomBox(RoomSecret.random())
        #expect(try await store.copy(of: room, in: stranger) == nil)
        // View and control links of a room open the same copy.
        try await store.forget(room)
        #expect(try await store.copy(of: room, in: box) == nil)
    }

    @Test("are deleted when the person wants none, and are not made again")
    func off() async throws {
        try await store.keep(copy, of: room, in: box)
        try Data("half".utf8).write(to: folder.url.appendingPathComponent(".\(room.rawValue).crashed"))
        try await store.turn(on: false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["off"])
        #expect(try await store.copy(of: room, in: box) == nil)
        #expect(try await !store.isOn())
        try await store.keep(copy, of: room, in: box)
        #expect(try await store.copy(of: room, in: box) == nil)
        try await store.turn(on: true)
        try await store.keep(copy, of: room, in: box)
        #expect(try await store.copy(of: room, in: box) != nil)
    }

    @Test("that are damaged are none")
    func damaged() async throws {
        try await store.keep(copy, of: room, in: box)
        let file = folder.url.appendingPathComponent(room.rawValue)
        var data = try Data(contentsOf: file)
        data[data.count / 2] ^= 1
        try data.write(to: file)
        #expect(try await store.copy(of: room, in: box) == nil)
        try Data().write(to: file)
        #expect(try await store.copy(of: room, in: box) == nil)
    }

    @Test("are sealed with a key that no frame is sealed with")
    func ownKey() throws {
        let secret = try RoomSecret.random()
        let sealed = try RoomBox(secret).seal(Array("words".utf8))
        #expect(throws: SealError.wrongKey) {
            _ = try sealed.withUnsafeBytes { try Opener(secret: secret).open($0) }
        }
        #expect(try RoomBox(secret.viewOnly).open(sealed) == Array("words".utf8))
    }
}
