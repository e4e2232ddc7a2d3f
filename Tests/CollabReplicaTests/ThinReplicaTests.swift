import CollabReplica
import CollabWire
import Testing

@Suite("A replica that keeps no transcript")
struct ThinReplicaTests {
    @Test("holds the newest entry alone, through a snapshot in chunks, entries in between, and what follows")
    func newestOnly() throws {
        var bench = Bench()
        bench.replica = Replica(keepsEntries: false)
        try bench.welcome(3)
        try bench.chunk([Bench.user("a"), Bench.user("b")], final: false)
        try bench.apply(Bench.reply("live", "between the chunks", at: 5))
        try bench.chunk([Bench.user("c")], final: true)
        #expect(bench.last.signal == .live)
        #expect(bench.ids == ["live"])
        for number in 0..<100 {
            try bench.apply(Bench.reply("r\(number)", "text", at: number))
            #expect(bench.ids == ["r\(number)"])
            #expect(bench.last.change.appended == 0..<1)
        }
        #expect(bench.replica.entry(id: "r98") == nil)
        #expect(bench.replica.entry(id: "r99") != nil)
    }

    @Test("follows state, questions and the streamed message as any other does")
    func theRest() throws {
        var bench = Bench()
        bench.replica = Replica(keepsEntries: false)
        try bench.welcome(0)
        try bench.apply("{\"t\":\"ui-request\",\"request\":{\"reqId\":1,\"kind\":\"editor\",\"title\":\"Name?\"}}")
        try bench.event("\"type\":\"agent_start\"")
        try bench.event("\"type\":\"message_update\",\"message\":\(Bench.assistant("so far", at: 9))")
        #expect(bench.replica.state.asks.count == 1)
        #expect(bench.replica.state.isWorking && bench.replica.state.ghost != nil)
        try bench.apply(Bench.reply("x", "so far", at: 9))
        #expect(bench.replica.state.ghost == nil)
        try bench.apply(Bench.reply("x", "so far, again", at: 9))
        #expect(bench.ids == ["x"])
    }
}
