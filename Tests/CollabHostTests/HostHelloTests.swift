import CollabReplica
import CollabWire
import Foundation
import Testing

@testable import CollabHost

@Suite("Joining a scripted host")
struct HostHelloTests {
    private let history = #"[{"user": {"text": "hello"}}, {"assistant": {"text": "High water at noon."}}]"#

    @Test("A hello is answered with welcome, snapshot, notice, and a little later state")
    func welcome() throws {
        var room = try EngineRoom(json: scriptText(history: history))
        try room.join(1, name: "  ilse ")
        try room.advance(by: 99)
        guard case .welcome(let welcome) = try #require(room.frames().first) else {
            Issue.record("the first frame is no welcome")
            return
        }
        #expect(welcome.proto == 3)
        #expect(welcome.header.title == "Harbour")
        #expect(welcome.entryCount == 2)
        #expect(!welcome.readOnly)
        #expect(welcome.history == nil)
        #expect(room.notices() == ["ilse joined"])
        #expect(!room.frames().contains { if case .state = $0 { true } else { false } })
        try room.advance(by: 1)
        let participants = try #require(room.replica().state?.participants)
        #expect(participants.map(\.name) == ["rita", "ilse"])
        #expect(participants.map(\.role) == [.host, .guest])
        #expect(room.differences().isEmpty)
    }

    @Test("An empty room is live at once, without chunks")
    func emptyRoom() throws {
        var room = try EngineRoom(json: scriptText())
        try room.join(1)
        #expect(room.replica().header != nil)
        #expect(!room.frames().contains { if case .snapshotChunk = $0 { true } else { false } })
    }

    @Test("Another protocol number gets one error, for that guest alone, and no welcome")
    func protoMismatch() throws {
        var room = try EngineRoom(json: scriptText())
        try room.join(1)
        room.forgetFrames()
        room.guests[2] = EngineRoom.GuestSeat()
        try room.send(.hello(Hello(proto: 2, name: "old", writeToken: nil, tail: nil)), from: 2)
        #expect(room.errors(2).count == 1)
        #expect(room.frames(2).count == 1)
        #expect(room.frames(1).isEmpty)
        #expect(room.errors(2).first?.contains("version 2") == true)
    }

    @Test(
        "Names are trimmed, cut at 64 characters, and never empty",
        arguments: [
            ("  spaced out  ", "spaced out"), (String(repeating: "n", count: 80), String(repeating: "n", count: 64)),
            ("   ", "guest-1"), ("漁師", "漁師"),
        ])
    func names(given: String, shown: String) throws {
        var room = try EngineRoom(json: scriptText())
        try room.join(1, name: given)
        try room.advance(by: 100)
        #expect(room.replica().state?.participants.last?.name == shown)
    }

    @Test("Without the write token, or with a wrong one, a guest may only watch")
    func writeToken() throws {
        var room = try EngineRoom(json: scriptText())
        try room.join(1, writes: false)
        room.guests[2] = EngineRoom.GuestSeat()
        let wrong = WriteToken(bytes: [UInt8](repeating: 9, count: 16))
        try room.send(.hello(Hello(name: "mallory", writeToken: wrong, tail: nil)), from: 2)
        try room.join(3, name: "mara")
        #expect(room.replica(1).readOnly)
        #expect(room.replica(2).readOnly)
        #expect(!room.replica(3).readOnly)
        try room.advance(by: 100)
        #expect(room.replica(3).state?.participants.map(\.readOnly) == [false, true, true, false])
    }

    @Test("A view guest is refused politely, by itself, and nothing happens")
    func refusals() throws {
        var room = try EngineRoom(json: scriptText(onPrompt: #"[{"steps": [{"assistant": {"text": "Aye."}}]}]"#))
        try room.join(1, writes: false)
        try room.join(2, name: "mara")
        room.forgetFrames(1)
        room.forgetFrames(2)
        try room.send(.prompt(text: "may I?", images: []), from: 1)
        try room.send(.abort, from: 1)
        try room.send(.uiResponse(reqId: .number(1), value: "yes"), from: 1)
        try room.send(.agentCommand(.kill, agentId: "main"), from: 1)
        #expect(room.errors(1).count == 4)
        #expect(Set(room.errors(1)).count == 4)
        #expect(room.errors(1).allSatisfy { $0.contains("view-only") })
        #expect(room.errors(2).isEmpty)
        try room.advance(by: 3_000)
        #expect(room.ids(2).isEmpty)
    }

    @Test("A frame before hello is refused")
    func beforeHello() throws {
        var room = try EngineRoom(json: scriptText())
        room.guests[1] = EngineRoom.GuestSeat()
        try room.deliver(room.engine.peerJoined(1, now: 0))
        try room.send(.prompt(text: "x", images: []), from: 1)
        #expect(room.errors().count == 1)
        #expect(room.engine.log.count == 0)
    }

    @Test("A second hello is welcomed again, without a second seat")
    func secondHello() throws {
        var room = try EngineRoom(json: scriptText(history: history))
        try room.join(1)
        try room.join(1)
        try room.advance(by: 100)
        #expect(room.replica().state?.participants.count == 2)
        #expect(room.ids().count == 2)
    }

    @Test("Who leaves is named, and gone from the participants")
    func leaving() throws {
        var room = try EngineRoom(json: scriptText())
        try room.join(1)
        try room.join(2, name: "mara")
        try room.leave(2)
        try room.advance(by: 100)
        #expect(room.notices() == ["ilse joined", "mara joined", "mara left"])
        #expect(room.replica().state?.participants.map(\.name) == ["rita", "ilse"])
    }

    @Test("Snapshots come in chunks of about 512 KiB, the last one marked")
    func chunks() throws {
        var room = try EngineRoom(json: scriptText(history: #"[{"filler": {"entries": 121, "units": 16000}}]"#))
        try room.join(1)
        let chunks = room.guests[1]?.texts.filter { $0.hasPrefix(#"{"t":"snapshot-chunk""#) } ?? []
        #expect(chunks.count == 4)
        #expect(chunks.allSatisfy { $0.utf16.count <= SessionLog.chunkUnits + 64 })
        #expect(chunks.dropLast().allSatisfy { $0.hasSuffix(#""final":false}"#) })
        #expect(chunks.last?.hasSuffix(#""final":true}"#) == true)
        #expect(room.differences().isEmpty)
    }

    @Test("After the host's own reconnection nobody is in the room, and the session goes on")
    func reopened() throws {
        var room = try EngineRoom(json: scriptText(history: history))
        try room.join(1)
        room.engine.roomReopened()
        try room.join(1, name: "mara")
        try room.advance(by: 100)
        #expect(room.replica().state?.participants.map(\.name) == ["rita", "mara"])
        #expect(room.ids().count == 2)
    }

    @Test("Good-bye is said to everybody, and then nothing more")
    func bye() throws {
        var room = try EngineRoom(
            json: scriptText(timeline: #"[{"loop": [{"wait": 100}, {"notice": {"message": "tick"}}]}]"#))
        try room.join(1)
        try room.deliver(room.engine.stop(reason: "host left"))
        #expect(room.frames().last == .bye(reason: "host left"))
        try room.advance(by: 5_000)
        #expect(room.frames().last == .bye(reason: "host left"))
        #expect(room.engine.nextDeadline == nil)
    }
}
