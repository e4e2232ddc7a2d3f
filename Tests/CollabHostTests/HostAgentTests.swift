import CollabReplica
import CollabWire
import Foundation
import Testing

@testable import CollabHost

@Suite("Agents of a scripted host")
struct HostAgentTests {
    private let roster = """
        [{"id": "main", "displayName": "Main", "kind": "main"},
         {"id": "Counter", "parentId": "main", "status": "parked",
          "transcript": [{"user": "count the buoys"}, {"assistant": "Twelve, and a 🛟."}], "replies": ["You said: {{prompt}}"]},
         {"id": "Adv", "status": "idle", "readOnly": true}]
        """
    private let fanOut = """
        [{"wait": 1000}, {"turn": [{"assistant": {"text": "Three looks.", "calls": [
          {"name": "task", "args": {"agent": "task"}, "output": "both back", "agents": [
            {"id": "One", "description": "north", "assignment": "Count in the north", "ms": 6000, "report": "seven",
             "tools": [{"name": "grep", "args": {"pattern": "buoy"}, "intent": "Looking", "output": "7 hits 潮"}]},
            {"id": "Two", "description": "south", "assignment": "Count in the south", "ms": 9000, "report": "five",
             "tools": [{"name": "read", "args": {"path": "south.txt"}, "intent": "Reading"},
                       {"name": "bash", "args": {"command": "wc -l"}, "intent": "Counting", "output": "5"}]}]}]}}]}]
        """

    @Test("Chat, kill and revive answer with what is wrong, to the guest that asked")
    func commandErrors() throws {
        var room = try EngineRoom(json: scriptText(agents: roster))
        try room.join(1)
        try room.join(2, name: "mara")
        for (command, agent, word) in [
            (AgentCommand.chat(text: "   "), "Counter", "empty"), (.chat(text: "hi"), "Ghost", "no such"),
            (.kill, "Adv", "read"), (.kill, "Counter", "not running"), (.chat(text: "hi"), "main", "prompts"),
        ] {
            room.forgetFrames()
            try room.send(.agentCommand(command, agentId: agent), from: 1)
            #expect(room.errors().count == 1)
            #expect(room.errors().first?.hasPrefix("Agent \(agent):") == true)
            #expect(room.errors().first?.contains(word) == true)
        }
        #expect(room.errors(2).isEmpty)
    }

    @Test("A parked agent can be revived, is killed while it runs, and idles by itself otherwise")
    func lifecycle() throws {
        var room = try EngineRoom(json: scriptText(agents: roster))
        try room.join(1)
        func status() -> AgentInfo.Status? { room.replica().agents.first { $0.id == "Counter" }?.status }
        #expect(status() == .parked)
        try room.send(.agentCommand(.revive, agentId: "Counter"), from: 1)
        try room.advance(by: 100)
        #expect(status() == .running)
        try room.send(.agentCommand(.kill, agentId: "Counter"), from: 1)
        try room.advance(by: 100)
        #expect(status() == .aborted)
        try room.send(.agentCommand(.revive, agentId: "Counter"), from: 1)
        try room.advance(by: 8_000)
        #expect(status() == .idle)
    }

    @Test("A transcript is read in byte ranges, and a chat with its reply grows it")
    func transcript() throws {
        var room = try EngineRoom(json: scriptText(agents: roster))
        try room.join(1)
        var reader = TranscriptReader(agentId: "Counter")
        try reader.poll(&room)
        #expect(reader.lines.count == 3)
        #expect(reader.lines.first?["type"]?.stringValue == "session")
        try room.send(.agentCommand(.chat(text: "and at night?"), agentId: "Counter"), from: 1)
        for _ in 0..<30 {
            try room.advance(by: 150)
            try reader.poll(&room)
        }
        #expect(reader.lines.count == 5)
        #expect(reader.wasCutInALine)
        let message = try #require(reader.lines.last?["message"])
        #expect(message["content"]?[0]?["text"]?.stringValue == "You said: and at night?")
    }

    @Test("Any byte of a transcript can be read from, and beyond its end there is nothing")
    func byteRanges() throws {
        var room = try EngineRoom(json: scriptText(agents: roster))
        try room.join(1)
        let size = try #require(room.engine.agents.first { $0.id == "Counter" }?.transcript.bytes.count)
        for offset in stride(from: 0, through: size + 3, by: 7) {
            try room.send(.fetchTranscript(reqId: offset, agentId: "Counter", fromByte: offset), from: 1)
            guard case .transcript(let reply)? = room.frames().last else { throw TestFailure("no transcript") }
            #expect(reply.newSize == size)
            #expect(reply.text.isEmpty == (offset >= size))
        }
        try room.send(.fetchTranscript(reqId: 1, agentId: "Nobody", fromByte: 0), from: 1)
        guard case .transcript(let reply)? = room.frames().last else { throw TestFailure("no transcript") }
        #expect(reply.error != nil)
    }

    @Test("One reply holds at most 4 MiB; the next goes on from there, and no character is split")
    func transcriptCap() throws {
        var file = TranscriptFile(agentId: "big", at: 0)
        for _ in 0..<60 { file.addUser(String(repeating: "潮汐 tide ", count: 12_000), at: 0) }
        file.completeLine()
        #expect(file.bytes.count > 2 * TranscriptFile.maximumReply)
        var offset = 0
        var text = ""
        var replies = 0
        while true {
            let slice = file.read(from: offset)
            #expect(slice.text.utf8.count <= TranscriptFile.maximumReply)
            #expect(!slice.text.contains("\u{FFFD}"))
            if slice.newSize == offset { break }
            text += slice.text
            offset = slice.newSize
            replies += 1
        }
        #expect(replies == 3)
        #expect(Array(text.utf8) == file.bytes)
    }

    @Test("A task's agents report progress, write transcripts, and end with their reports")
    func fanOutRuns() throws {
        var room = try EngineRoom(json: scriptText(timeline: fanOut, agents: roster))
        try room.join(1)
        try room.advance(by: 4_000)
        #expect(room.replica().agents.filter { $0.status == .running }.map(\.id).contains("One"))
        let running = room.replica().progress.filter { $0.status == .running }
        #expect(running.count == 2)
        #expect(running.contains { $0.currentTool != nil })
        try room.advance(by: 12_000)
        #expect(room.replica().agents.filter { ["One", "Two"].contains($0.id) }.allSatisfy { $0.status == .idle })
        var statuses: [String: [String]] = [:]
        for case .bus(.lifecycle(let change)) in room.frames() {
            statuses[change.id, default: []].append("\(change.status)")
        }
        #expect(statuses == ["One": ["started", "completed"], "Two": ["started", "completed"]])
        var tokens: [Int] = []
        for case .bus(.progress(let progress)) in room.frames() where progress.id == "Two" {
            tokens.append(progress.tokens)
        }
        #expect(tokens.count > 8)
        #expect(tokens == tokens.sorted())
        var reader = TranscriptReader(agentId: "Two")
        try reader.poll(&room)
        #expect(reader.lines.count == 7)
        #expect(room.differences().isEmpty)
    }

    @Test("One subagent can be stopped while the other goes on; an abort stops all")
    func killOne() throws {
        var room = try EngineRoom(json: scriptText(timeline: fanOut, agents: roster))
        try room.join(1)
        try room.advance(by: 4_000)
        try room.send(.agentCommand(.kill, agentId: "One"), from: 1)
        try room.advance(by: 700)
        #expect(room.replica().agents.first { $0.id == "One" }?.status == .aborted)
        #expect(room.replica().agents.first { $0.id == "Two" }?.status == .running)
        try room.send(.abort, from: 1)
        try room.advance(by: 500)
        #expect(room.replica().agents.first { $0.id == "Two" }?.status == .aborted)
        #expect(!room.replica().isWorking)
        #expect(room.differences().isEmpty)
    }
}

/// Reads a transcript as a guest must: from the last size on, keeping what is no whole line yet.
struct TranscriptReader {
    let agentId: String
    private(set) var lines: [JSONText] = []
    private(set) var wasCutInALine = false
    private var offset = 0
    private var carry = ""

    init(agentId: String) { self.agentId = agentId }

    mutating func poll(_ room: inout EngineRoom) throws {
        try room.send(.fetchTranscript(reqId: 1, agentId: agentId, fromByte: offset), from: 1)
        guard case .transcript(let reply)? = room.frames().last else { throw TestFailure("no transcript") }
        if let error = reply.error { throw TestFailure(error) }
        offset = reply.newSize
        var parts = (carry + reply.text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        carry = parts.removeLast()
        if !carry.isEmpty { wasCutInALine = true }
        for part in parts where !part.isEmpty { lines.append(try JSONText(validating: part)) }
    }
}
