import Attention
import CollabGuest
import CollabReplica
import CollabWire
import EnclaveContracts
import Testing

@testable import EnclaveBridge

@Suite("What a room has to tell")
struct RoomWatchTests {
    /// A room: frames in, instructions out, time by hand.
    private struct Room {
        var replica = Replica(keepsEntries: false)
        var watch = RoomWatch(room: "r")
        var now = 0.0
        var connection = ConnectionState.live

        init(_ settings: AttentionSettings...) {
            watch.leaseWon()
            watch.listen(Set(settings.isEmpty ? [AttentionSettings()] : settings))
        }

        @discardableResult
        mutating func apply(_ json: String) throws -> [RoomWatch.Instruction] {
            let outcome = replica.apply(try HostFrame.decode(JSONText(validating: json)), at: now)
            return look(isReset: outcome.change.isReset)
        }

        mutating func look(isReset: Bool = false) -> [RoomWatch.Instruction] {
            var change = ReplicaChange()
            change.isReset = isReset
            return watch.observe(
                .init(SessionUpdate(connection: connection, replica: replica.state, change: change, outbox: [])),
                now: now)
        }

        mutating func advance(_ milliseconds: Double) -> [RoomWatch.Instruction] {
            now += milliseconds
            return watch.observe(nil, now: now)
        }

        @discardableResult
        mutating func welcome(_ extra: String = "") throws -> [RoomWatch.Instruction] {
            try apply(
                """
                {"t":"welcome","proto":3,"header":{"type":"session","id":"s","cwd":"/"},"entryCount":0,\(extra)
                "state":{"isStreaming":false,"queuedMessageCount":0,"sessionName":"harbour","participants":[]},"agents":[]}
                """)
        }

        @discardableResult
        mutating func ask(_ id: Int, _ title: String, marker: String = "radio") throws -> [RoomWatch.Instruction] {
            try apply(
                """
                {"t":"ui-request","request":{"reqId":\(id),"kind":"select","title":"\(title)","options":["A","B"],
                "selectionMarker":"\(marker)"}}
                """)
        }

        @discardableResult
        mutating func end(_ id: Int) throws -> [RoomWatch.Instruction] {
            try apply("{\"t\":\"ui-request-end\",\"reqId\":\(id)}")
        }

        mutating func state(working: Bool) throws -> [RoomWatch.Instruction] {
            try apply(
                "{\"t\":\"state\",\"state\":{\"isStreaming\":\(working),\"queuedMessageCount\":0,\"participants\":[]}}")
        }

        mutating func entry(_ id: String) throws {
            try apply(
                """
                {"t":"entry","entry":{"type":"message","id":"\(id)","parentId":null,"timestamp":"2026-01-01T00:00:00Z",
                "message":{"role":"user","content":"x","timestamp":1}}}
                """)
        }
    }

    private func told(_ instructions: [RoomWatch.Instruction]) -> [AlertFacts] {
        instructions.compactMap { if case .tell(let facts, _) = $0 { facts } else { nil } }
    }

    private func closed(_ instructions: [RoomWatch.Instruction]) -> [[String]] {
        instructions.compactMap { if case .close(let subject) = $0 { subject } else { nil } }
    }

    @Test("A question is told at once, and taken back when it is answered elsewhere")
    func ask() throws {
        var room = Room()
        try room.welcome()
        let facts = try #require(told(try room.ask(1, "Which pier?")).first)
        #expect(facts.text == "Which pier?" && facts.title == "harbour" && facts.options == ["A", "B"])
        _ = room.advance(2_000)
        #expect(closed(try room.end(1)) == [facts.subject])
    }

    @Test("A welcome in between, with the question asked again behind it, tells and takes back nothing")
    func welcomeAgain() throws {
        var room = Room()
        try room.welcome()
        _ = room.advance(2_000)
        try room.ask(1, "Which pier?")
        var instructions = try room.welcome()
        instructions += room.advance(300)
        instructions += try room.ask(1, "Which pier?")
        instructions += room.advance(5_000)
        #expect(told(instructions).isEmpty && closed(instructions).isEmpty)
        // Not asked again: gone.
        _ = try room.welcome()
        #expect(closed(room.advance(RoomWatch.settle)).count == 1)
    }

    @Test("While the connection is away nothing is taken back")
    func away() throws {
        var room = Room()
        try room.welcome()
        _ = room.advance(2_000)
        try room.ask(1, "Which pier?")
        room.connection = .connecting
        #expect(closed(room.look() + room.advance(60_000)).isEmpty)
    }

    @Test("The steps of a multi-select question are one alert; a second question of that name later is another")
    func multiSelect() throws {
        var room = Room()
        try room.welcome()
        _ = room.advance(2_000)
        let first = try #require(told(try room.ask(1, "Which files?", marker: "checkbox")).first)
        #expect(first.options.isEmpty)
        var instructions: [RoomWatch.Instruction] = []
        for id in 2...5 {
            instructions += try room.end(id - 1)
            instructions += room.advance(200)
            instructions += try room.ask(id, "Which files?", marker: "checkbox")
        }
        #expect(told(instructions).isEmpty && closed(instructions).isEmpty)
        _ = try room.end(5)
        #expect(closed(room.advance(AttentionPolicy.multiSelectBridge)) == [first.subject])
        #expect(told(try room.ask(9, "Which files?", marker: "checkbox")).map(\.subject) == [first.subject])
    }

    @Test("After a new start the registry is told which questions are open, once the host has had time to ask")
    func reconcile() throws {
        var room = Room()
        try room.welcome()
        #expect(room.advance(500).isEmpty)
        let facts = try #require(told(try room.ask(1, "Which pier?")).first)
        #expect(room.advance(RoomWatch.settle - 500) == [.reconcile(asks: [facts.subject])])
        #expect(room.advance(1_000).isEmpty)
    }

    @Test("Turns are told to those who wish for it, when they were long enough, once")
    func turns() throws {
        var wishes = AttentionSettings()
        wishes.tellsTurnEnds = true
        var room = Room(wishes, AttentionSettings())
        try room.welcome()
        _ = room.advance(2_000)
        _ = try room.state(working: true)
        try room.entry("e1")
        _ = room.advance(40_000)
        _ = try room.state(working: false)
        let instructions = room.advance(AttentionPolicy.settle)
        #expect(told(instructions).map(\.reason) == [.turnEnded])
        guard case .tell(let facts, let settings)? = instructions.first else {
            Issue.record("nothing was told")
            return
        }
        #expect(settings == wishes && facts.isOnceOnly)
        _ = try room.state(working: true)
        _ = room.advance(5_000)
        _ = try room.state(working: false)
        #expect(told(room.advance(60_000)).isEmpty)
    }

    @Test("The end of a session is told once, and attempts to come back change nothing about it")
    func end() throws {
        var wishes = AttentionSettings()
        wishes.tellsSessionEnds = true
        var room = Room(wishes)
        try room.welcome()
        _ = room.advance(2_000)
        try room.ask(1, "Which pier?")
        room.connection = .ended(.bye("closing time"))
        let instructions = room.look()
        #expect(told(instructions).map(\.text) == ["closing time"])
        #expect(closed(instructions).count == 1)
        room.replica = Replica(keepsEntries: false)
        for connection in [ConnectionState.connecting, .waiting, .ended(.noSuchRoom)] {
            room.connection = connection
            #expect(room.look().filter { if case .reconcile = $0 { false } else { true } }.isEmpty)
        }
        room.connection = .live
        #expect(closed(try room.welcome()).count == 1)
    }

    @Test("A host that was never there has not ended")
    func neverThere() {
        var wishes = AttentionSettings()
        wishes.tellsSessionEnds = true
        var room = Room(wishes)
        room.connection = .ended(.noSuchRoom)
        #expect(room.look().isEmpty)
    }

    @Test("A view link's guest has no questions to tell")
    func viewLink() throws {
        var room = Room()
        try room.welcome("\"readOnly\":true,")
        _ = room.advance(2_000)
        #expect(told(try room.ask(1, "Which pier?")).isEmpty)
    }

    @Test("How much a text says is the listener's choice")
    func privacy() {
        let facts = AlertFacts(
            reason: .ask, askId: "1", title: "harbour", text: "Which pier?", options: ["North", "South"],
            wantsText: false, subject: [], isOnceOnly: false)
        #expect(facts.text(.private) == AlertText(title: "Enclave", body: "A session needs your answer."))
        #expect(facts.text(.title) == AlertText(title: "harbour", body: "A session needs your answer."))
        #expect(facts.text(.preview) == AlertText(title: "harbour", body: "Which pier?", options: ["North", "South"]))
    }
}
