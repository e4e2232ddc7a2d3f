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
        /// The host has proved that it asked everything.
        var hasAllAsks = false

        init(_ settings: AttentionSettings...) {
            watch.leaseWon()
            watch.listen(Set(settings.isEmpty ? [AttentionSettings()] : settings))
        }

        @discardableResult
        mutating func apply(_ json: String) throws -> [RoomWatch.Instruction] {
            let outcome = replica.apply(try HostFrame.decode(JSONText(validating: json)), at: now)
            if outcome.change.isReset { hasAllAsks = false }
            return look()
        }

        mutating func look() -> [RoomWatch.Instruction] {
            watch.observe(
                .init(
                    SessionUpdate(
                        connection: connection, replica: replica.state, change: ReplicaChange(), outbox: [],
                        hasAllAsks: hasAllAsks)), now: now)
        }

        /// The host has answered what was asked behind the snapshot.
        @discardableResult
        mutating func prove() -> [RoomWatch.Instruction] {
            hasAllAsks = true
            return look()
        }

        /// Live, and the registry was told what is open.
        mutating func settle() throws {
            try welcome()
            prove()
            _ = advance(RoomWatch.linger)
        }

        mutating func advance(_ milliseconds: Double) -> [RoomWatch.Instruction] {
            now += milliseconds
            return watch.observe(nil, now: now)
        }

        /// Time passes to every deadline on the way.
        mutating func pass(_ milliseconds: Double) -> [RoomWatch.Instruction] {
            let end = now + milliseconds
            var instructions: [RoomWatch.Instruction] = []
            while let next = watch.deadline, next > now, next <= end { instructions += advance(next - now) }
            return instructions + advance(end - now)
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

    private func reconciled(_ instructions: [RoomWatch.Instruction]) -> [[[String]]] {
        instructions.compactMap { if case .reconcile(let asks) = $0 { asks } else { nil } }
    }

    private func closed(_ instructions: [RoomWatch.Instruction]) -> [[String]] {
        instructions.compactMap { if case .close(let subject) = $0 { subject } else { nil } }
    }

    @Test("A question is told at once, and taken back when it is answered elsewhere")
    func ask() throws {
        var room = Room()
        try room.settle()
        let facts = try #require(told(try room.ask(1, "Which pier?")).first)
        #expect(facts.text == "Which pier?" && facts.title == "harbour" && facts.options == ["A", "B"])
        _ = room.advance(2_000)
        #expect(closed(try room.end(1)) == [facts.subject])
    }

    @Test("However long the host takes to ask again after a welcome, nothing is told twice and nothing taken back")
    func welcomeAgain() throws {
        var room = Room()
        try room.settle()
        try room.ask(1, "Which pier?")
        var instructions = try room.welcome()
        instructions += room.pass(600_000)
        instructions += try room.ask(1, "Which pier?")
        instructions += room.prove()
        instructions += room.pass(400)
        #expect(told(instructions).isEmpty && closed(instructions).isEmpty)
        // Asked no more, and the host has proved it: gone, at once.
        #expect(closed(try room.welcome()).isEmpty)
        #expect(closed(room.prove()).count == 1)
    }

    @Test("A question asked before the host's proof is told without waiting for it")
    func early() throws {
        var room = Room()
        try room.welcome()
        #expect(told(try room.ask(1, "Which pier?")).count == 1)
    }

    @Test("A question that comes before the welcome is told behind it, once, under its session's name")
    func beforeWelcome() throws {
        var room = Room()
        room.connection = .waiting
        #expect(try room.ask(1, "Which pier?").isEmpty)
        room.connection = .live
        #expect(try room.welcome().isEmpty)
        let instructions = try room.ask(1, "Which pier?") + room.prove() + room.pass(RoomWatch.linger)
        #expect(told(instructions).map(\.subject) == [["ask", "s", "1", "Which pier?"]])
        #expect(reconciled(instructions) == [[["ask", "s", "1", "Which pier?"]]])
        // The same in the middle of a session: a reconnect, and a broadcast that overtakes the welcome.
        room.connection = .waiting
        room.hasAllAsks = false
        #expect(try room.ask(2, "Which tide?").isEmpty)
        room.connection = .live
        try room.welcome()
        #expect(told(try room.ask(2, "Which tide?")).count == 1)
    }

    @Test("While the connection is away nothing is taken back")
    func away() throws {
        var room = Room()
        try room.settle()
        try room.ask(1, "Which pier?")
        room.connection = .connecting
        room.hasAllAsks = false
        let instructions = room.look() + room.pass(60_000)
        #expect(closed(instructions).isEmpty && reconciled(instructions).isEmpty)
    }

    @Test("The steps of a multi-select question are one alert; a second question of that name later is another")
    func multiSelect() throws {
        var room = Room()
        try room.settle()
        let first = try #require(told(try room.ask(1, "Which files?", marker: "checkbox")).first)
        #expect(first.options.isEmpty)
        var instructions: [RoomWatch.Instruction] = []
        for id in 2...15 {
            instructions += try room.end(id - 1)
            instructions += room.pass(200)
            #expect(room.watch.isBetweenSteps)
            instructions += try room.ask(id, "Which files?", marker: "checkbox")
            #expect(!room.watch.isBetweenSteps)
            instructions += room.pass(200)
        }
        #expect(told(instructions).isEmpty && closed(instructions).isEmpty)
        #expect(reconciled(instructions).allSatisfy { $0 == [first.subject] })
        _ = try room.end(15)
        let end = room.pass(AttentionPolicy.multiSelectBridge)
        #expect(closed(end) == [first.subject] && reconciled(end).last == [])
        #expect(!room.watch.isBetweenSteps)
        #expect(told(try room.ask(19, "Which files?", marker: "checkbox")).map(\.subject) == [first.subject])
    }

    @Test("After a start the registry is told which questions are open once the host has proved it, and only then")
    func reconcile() throws {
        var room = Room()
        try room.welcome()
        let facts = try #require(told(try room.ask(1, "Which pier?")).first)
        #expect(room.pass(60_000).isEmpty)
        #expect(room.prove().isEmpty)
        #expect(room.pass(RoomWatch.linger) == [.reconcile(asks: [facts.subject])])
        #expect(room.pass(10_000).isEmpty)
        // The same when the lease was won again, and when those who listen changed: what they were told is not known.
        room.watch.leaseWon()
        #expect(reconciled(room.look() + room.pass(RoomWatch.linger)) == [[facts.subject]])
        room.watch.repeatOpen()
        let instructions = room.look() + room.pass(RoomWatch.linger)
        #expect(told(instructions) == [facts] && reconciled(instructions) == [[facts.subject]])
    }

    @Test("What was told to somebody who wants no questions any more is taken back all the same")
    func wishesChanged() throws {
        var room = Room()
        try room.settle()
        try room.ask(1, "Which pier?")
        var quiet = AttentionSettings()
        quiet.tellsAsks = false
        room.watch.listen([quiet])
        room.watch.repeatOpen()
        _ = room.look() + room.pass(10_000)
        let instructions = try room.end(1) + room.pass(RoomWatch.linger)
        #expect(closed(instructions).isEmpty && reconciled(instructions) == [[]])
    }

    @Test("A room that is not there may come back for two minutes; then what an earlier bridge told of it is over")
    func gone() throws {
        var room = Room()
        for connection in [ConnectionState.connecting, .waiting, .ended(.noSuchRoom), .connecting] {
            room.connection = connection
            #expect(room.look().isEmpty)
        }
        #expect(room.pass(RoomWatch.grace - 1).isEmpty)
        #expect(room.pass(1) == [.reconcile(asks: [])])
        #expect(room.pass(RoomWatch.grace).isEmpty)
        // A relay that cannot be reached proves nothing.
        var other = Room()
        other.connection = .connecting
        #expect((other.look() + other.pass(RoomWatch.grace * 10)).isEmpty)
    }

    @Test("Turns are told to those who wish for it, when they were long enough, once")
    func turns() throws {
        var wishes = AttentionSettings()
        wishes.tellsTurnEnds = true
        var room = Room(wishes, AttentionSettings())
        try room.settle()
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
        _ = room.advance(400)
        _ = try room.state(working: false)
        #expect(told(room.advance(60_000)).isEmpty)
    }

    @Test("The end of a session is told once, and attempts to come back change nothing about it")
    func end() throws {
        var wishes = AttentionSettings()
        wishes.tellsSessionEnds = true
        var room = Room(wishes)
        try room.settle()
        try room.ask(1, "Which pier?")
        room.connection = .ended(.bye("closing time"))
        let instructions = room.look()
        #expect(told(instructions).map(\.text) == ["closing time"])
        #expect(closed(instructions).count == 1 && reconciled(instructions) == [[]])
        room.hasAllAsks = false
        room.replica = Replica(keepsEntries: false)
        for connection in [ConnectionState.connecting, .waiting, .ended(.noSuchRoom)] {
            room.connection = connection
            #expect(room.look().isEmpty)
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
        room.prove()
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

    @Test(
        "Of many questions the oldest are told by themselves and the others once together, until they are not too many")
    func many() throws {
        let most = AttentionPolicy.mostAsks
        var room = Room()
        try room.settle()
        var all: [RoomWatch.Instruction] = []
        for id in 1...150 { all += try room.ask(id, "Question \(id)?") }
        #expect(told(all).map(\.askId) == (1...most).map { "\($0)" } + [nil])
        #expect(told(all).last?.text == "More questions wait for your answer." && told(all).last?.reason == .ask)
        #expect(told(all).last?.payload(room: "r").askId == nil)
        #expect(closed(all).isEmpty)
        // Each that is answered makes room for the next, and what is told of the others stays as it is.
        let next = try room.end(3)
        #expect(told(next).map(\.askId) == ["\(most + 1)"] && closed(next).count == 1)
        // A bridge that takes over tells the same, and takes none of it back.
        var other = Room()
        try other.welcome()
        for id in 1...150 where id != 3 { all += try other.ask(id, "Question \(id)?") }
        let taken = other.prove() + other.pass(RoomWatch.linger)
        #expect(told(taken).map(\.askId) == [nil])
        #expect(reconciled(taken).last?.contains(["more", "s"]) == true)
        #expect(reconciled(taken).last?.count == 150)
        // Down to so many as are told by themselves.
        var rest: [RoomWatch.Instruction] = []
        for id in (most + 2)...150 { rest += try room.end(id) }
        #expect(told(rest).isEmpty && closed(rest) == [["more", "s"]])
        let fewer = try room.end(1)
        #expect(told(fewer).isEmpty && closed(fewer).count == 1)
    }

    @Test("A wrong count is not told while the host has not proved what is open, and a new listener hears of more, too")
    func moreProved() throws {
        let most = AttentionPolicy.mostAsks
        var room = Room()
        try room.settle()
        for id in 1...most { try room.ask(id, "Question \(id)?") }
        // The connection breaks, all are answered, and others asked: these are not "more" than those.
        room.connection = .connecting
        _ = room.look()
        room.connection = .live
        try room.welcome()
        var all: [RoomWatch.Instruction] = []
        for id in 101...103 { all += try room.ask(id, "Question \(id)?") }
        all += room.prove()
        #expect(told(all).map(\.askId) == ["101", "102", "103"])
        for id in 104...120 { try room.ask(id, "Question \(id)?") }
        var wishes = AttentionSettings()
        wishes.tellsTurnEnds = true
        room.watch.listen([AttentionSettings(), wishes])
        #expect(told(room.look()).contains { $0.askId == nil })
        room.connection = .ended(.bye("closing time"))
        #expect(closed(room.look()).contains(["more", "s"]))
    }

    @Test("However many questions are open, each is read once")
    func readOnce() throws {
        func reads(_ count: Int) throws -> Int {
            var room = Room()
            try room.settle()
            for id in 1...count { try room.ask(id, "Question \(id)?") }
            for id in 1...count { try room.end(id) }
            return room.watch.readCount
        }
        #expect(try reads(50) == 50)
        #expect(try reads(400) == 400)
    }
}
