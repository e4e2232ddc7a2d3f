import CollabReplica
import CollabWire
import Foundation
import Testing

@testable import CollabHost

@Suite("The demo rooms")
struct DemoRoomTests {
    @Test(
        "Each room has a past of thirty to eighty entries, over several days and by several people",
        arguments: DemoRoom.allCases)
    func history(demo: DemoRoom) throws {
        var room = EngineRoom(try demo.script())
        try room.join(1)
        let entries = room.replica().entries
        #expect((30...80).contains(entries.count), "\(entries.count)")
        let dates = entries.compactMap(\.timestamp)
        #expect(dates.count == entries.count)
        #expect(dates == dates.sorted())
        let days = Set(dates.map { Int($0.timeIntervalSince1970 / 86_400) })
        #expect(days.count >= 3)
        #expect(dates.allSatisfy { $0.timeIntervalSince1970 < 1_790_000_000 })
        var authors: Set<String> = []
        for entry in entries {
            if case .customMessage(let custom) = entry.kind, let author = custom.author { authors.insert(author) }
        }
        #expect(authors.count >= 2)
        #expect(entries.allSatisfy { $0.elided.isEmpty })
        let state = try #require(room.replica().state)
        #expect(state.model?.contextWindow != nil)
        #expect((1...80).contains(state.contextUsage?.percent ?? 0))
    }

    @Test(
        "Played for ten minutes, with answers and prompts, every guest ends in the host's state",
        arguments: DemoRoom.allCases)
    func tenMinutes(demo: DemoRoom) throws {
        var room = EngineRoom(try demo.script())
        try room.join(1, keepsFrames: false)
        try room.join(2, name: "mara", tail: TailRequest(maxBytes: 60_000), keepsFrames: false)
        try room.join(3, name: "jon", writes: false, keepsFrames: false)
        var random = Random(seed: 11)
        var turns = 0
        var wasWorking = false
        for second in 0..<600 {
            for _ in 0..<10 { try room.advance(by: 100) }
            if room.replica().isWorking != wasWorking {
                wasWorking.toggle()
                if wasWorking { turns += 1 }
            }
            if let ask = room.replica().asks.first, random.number(in: 0...4) == 0 {
                try room.send(
                    .uiResponse(reqId: ask.id, value: answer(to: ask, &random)), from: UInt32(random.number(in: 1...2)))
            }
            if random.number(in: 0...79) == 0 {
                try room.send(.prompt(text: "What about second \(second)?", images: []), from: 2)
            }
            #expect(room.differences(1).isEmpty, "\(second): \(room.differences(1))")
            #expect(room.differences(3).isEmpty, "\(second): \(room.differences(3))")
            #expect(room.engine.log.count <= 180)
            #expect(room.engine.agents.count <= 20)
        }
        #expect(turns >= 4)
        // The guest with a tail may hold less at the beginning, or more that the host has forgotten since; never
        // something else at the end.
        let shared = min(room.ids(1).count, room.ids(2).count)
        #expect(shared > 0)
        #expect(room.ids(1).suffix(shared) == room.ids(2).suffix(shared))
        let bytes = room.engine.log.records.reduce(0) { $0 + $1.units }
        #expect(bytes < 8_000_000)
    }

    @Test("An abort at any moment ends the turn", arguments: DemoRoom.allCases)
    func aborts(demo: DemoRoom) throws {
        let script = try demo.script()
        var random = Random(seed: 5)
        var room = EngineRoom(script)
        try room.join(1, keepsFrames: false)
        var ended = 0
        while ended < 100 {
            try room.advance(by: Double(random.number(in: 1...9_000)))
            if let ask = room.replica().asks.first, random.number(in: 0...2) == 0 {
                try room.send(.uiResponse(reqId: ask.id, value: answer(to: ask, &random)), from: 1)
                try room.advance(by: Double(random.number(in: 1...900)))
            }
            if random.number(in: 0...3) == 0 { try room.send(.prompt(text: "And this?", images: []), from: 1) }
            guard room.engine.isStreaming else { continue }
            if random.number(in: 0...3) == 0 { try room.send(.prompt(text: "Steer.", images: []), from: 1) }
            try room.send(.abort, from: 1)
            try #require(room.replica().state?.isAborting == true)
            try room.advance(by: 400)
            try #require(!room.replica().isWorking)
            try #require(room.replica().tools.isEmpty)
            try #require(room.replica().ghost == nil)
            try #require(room.replica().asks.isEmpty)
            try #require(room.replica().recovery == nil)
            try #require(room.replica().state?.queuedMessageCount == 0)
            try #require(room.differences().isEmpty)
            ended += 1
        }
    }

    @Test("Every call has exactly one result", arguments: DemoRoom.allCases)
    func results(demo: DemoRoom) throws {
        var room = EngineRoom(try demo.script())
        try room.join(1, keepsFrames: false)
        var random = Random(seed: 3)
        for _ in 0..<60 {
            try room.advance(by: 1_500)
            if let ask = room.replica().asks.first {
                try room.send(.uiResponse(reqId: ask.id, value: answer(to: ask, &random)), from: 1)
            }
            if random.number(in: 0...9) == 0 { try room.send(.abort, from: 1) }
        }
        if room.engine.isStreaming {
            try room.send(.abort, from: 1)
            try room.advance(by: 400)
        }
        var calls: [String] = []
        var results: [String] = []
        for entry in room.replica().entries {
            guard case .message(let message) = entry.kind else { continue }
            if case .toolResult(let info) = message.role { results.append(info.toolCallId) }
            for case .toolCall(let call) in message.content { calls.append(call.id) }
        }
        #expect(!calls.isEmpty)
        #expect(Set(results).count == results.count)
        #expect(Set(calls).isSubset(of: results))
    }

    private func answer(to ask: Ask, _ random: inout Random) -> String? {
        switch ask.kind {
        case .editor(let prefill): return random.number(in: 0...4) == 0 ? nil : (prefill ?? "") + "\nThank you."
        case .select(let select):
            if random.number(in: 0...5) == 0 { return nil }
            return select.options[random.number(in: 0...(select.options.count - 1))].label
        default: return nil
        }
    }
}
