import CollabReplica
import CollabWire
import Foundation
import Testing

@testable import CollabHost

@Suite("Tails, pages and values of a scripted host")
struct HostTailTests {
    /// About 20 MB in 2,000 entries.
    private static let large = #"[{"filler": {"entries": 2000, "units": 10000}}]"#

    @Test("A tail and all its pages together are the whole snapshot")
    func tailAndPages() throws {
        var room = try EngineRoom(json: scriptText(history: Self.large))
        try room.join(1, name: "whole")
        try room.join(2, name: "tail", tail: TailRequest(maxBytes: 300_000))
        let whole = room.replica(1).entries.map(\.raw)
        #expect(whole.count == 2_000)
        #expect(whole.reduce(0) { $0 + $1.byteCount } > 19_000_000)

        guard
            case .welcome(let welcome)? = room.frames(2).first(where: { if case .welcome = $0 { true } else { false } })
        else {
            Issue.record("no welcome")
            return
        }
        var start = try #require(welcome.history?.startId)
        #expect(welcome.history?.hasEarlier == true)
        #expect(room.ids(2).first == start)
        #expect(room.ids(2).count == welcome.entryCount)
        let tail = room.replica(2).entries.map(\.raw)
        #expect(tail.reduce(0) { $0 + $1.utf16Count } <= 300_000)

        var pages: [JSONText] = []
        var hasEarlier = true
        var request = 0
        while hasEarlier {
            request += 1
            room.forgetFrames(2)
            try room.send(.fetchHistory(reqId: request, before: start, maxBytes: 2_000_000), from: 2)
            var page: [JSONText] = []
            for case .history(let part) in room.frames(2) {
                #expect(part.reqId == .number(request))
                page += part.entries.map(\.raw)
                if part.isFinal {
                    start = try #require(part.startId)
                    hasEarlier = try #require(part.hasEarlier as Bool?)
                }
            }
            #expect(room.guests[2]?.texts.allSatisfy { $0.utf16.count < SessionLog.chunkUnits + 100 } == true)
            try #require(!page.isEmpty)
            pages = page + pages
        }
        #expect(request > 8)
        #expect(pages + tail == whole)
    }

    @Test("A page before an unknown entry is stale")
    func stalePage() throws {
        var room = try EngineRoom(json: scriptText(history: #"[{"user": {"text": "a"}}]"#))
        try room.join(1, tail: TailRequest(maxBytes: nil))
        try room.send(.fetchHistory(reqId: 7, before: "nothing", maxBytes: nil), from: 1)
        guard case .history(let page)? = room.frames().last else {
            Issue.record("no page")
            return
        }
        #expect(page.error == "stale")
        #expect(page.isFinal)
        try room.send(.fetchHistory(reqId: 8, before: room.ids()[0], maxBytes: nil), from: 1)
        guard case .history(let first)? = room.frames().last else {
            Issue.record("no page")
            return
        }
        #expect(first.entries.isEmpty)
        #expect(first.hasEarlier == false)
        #expect(first.error == nil)
    }

    @Test("The tail of an empty session has no start")
    func emptyTail() throws {
        var room = try EngineRoom(json: scriptText())
        try room.join(1, tail: TailRequest(maxBytes: 1000))
        guard case .welcome(let welcome)? = room.frames().first else {
            Issue.record("no welcome")
            return
        }
        #expect(welcome.history == TailInfo(startId: nil, hasEarlier: false))
        #expect(welcome.entryCount == 0)
    }

    /// Entries that are too large in each of the ways that are cut.
    private static let oversized: [(name: String, entry: String)] = {
        let long = String(repeating: "tide table 潮汐 🌊 ", count: 90_000)
        let rows = (0..<30_000).map { #"{"row": \#($0), "depth": "\#($0 % 40) m at the pier"}"# }.joined(separator: ",")
        let picture = String(repeating: "iVBORw0KGgo", count: 120_000)
        let image = #"{"type": "image", "data": "\#(picture)", "mimeType": "image/png"}"#
        let few = (0..<3_000).map { #""k\#($0)": "\#(String(repeating: "x", count: 400))""# }.joined(separator: ",")
        return [
            ("string", #"{"type": "message", "message": {"role": "user", "content": "\#(long)"}}"#),
            (
                "array",
                #"{"type": "message", "message": {"role": "toolResult", "toolCallId": "c", "toolName": "sql", "content": [], "details": {"rows": [\#(rows)]}, "isError": false}}"#
            ),
            (
                "image",
                #"{"type": "message", "message": {"role": "user", "content": [{"type": "text", "text": "look"}, \#(image)]}}"#
            ),
            (
                "removed",
                #"{"type": "message", "message": {"role": "toolResult", "toolCallId": "c", "toolName": "draw", "content": [{"type": "text", "text": "ok"}], "details": {"images": [\#(image), \#(image)]}, "isError": false}}"#
            ),
            (
                "entry",
                #"{"type": "custom_message", "customType": "blob", "content": "x", "display": true, "details": {\#(few)}}"#
            ),
        ]
    }()

    @Test(
        "What is too large for the wire is cut, and each cut value can be fetched",
        arguments: ["string", "array", "image", "removed", "entry"])
    func elision(name: String) throws {
        let json = try #require(Self.oversized.first { $0.name == name }?.entry)
        let script = try HostScript(json: scriptText(history: #"[{"entry": \#(json)}]"#), name: name)
        var room = EngineRoom(script)
        try room.join(1, tail: TailRequest(maxBytes: nil))
        let entry = try #require(room.replica().entries.first)
        #expect(entry.raw.utf16Count <= Elision.limit)
        try #require(!entry.elided.isEmpty)
        let original = try JSONText(validating: json)
        for value in entry.elided {
            if name == "removed" {
                #expect(value.removed)
                #expect(value.kind == .image)
            } else {
                #expect("\(value.kind)" == name)
            }
            let fetched = try fetch(value, of: try #require(entry.id), in: &room)
            #expect(fetched.utf16Count == value.bytes)
            if value.path.isEmpty {
                // The whole entry: it has the id and date the host gave it besides.
                #expect(fetched["details"]?.canonical == original["details"]?.canonical)
            } else {
                let expected = try #require(original[value.path])
                #expect(fetched.canonical == expected.canonical)
            }
        }
    }

    private func fetch(_ value: ElidedValue, of id: String, in room: inout EngineRoom) throws -> JSONText {
        var units: [UInt16] = []
        for request in 1...1000 {
            try room.send(
                .fetchValue(reqId: request, entryId: id, path: value.path, hash: value.hash, offset: units.count),
                from: 1)
            guard case .value(let slice)? = room.frames().last else { throw TestFailure("no value") }
            if let error = slice.error { throw TestFailure(error) }
            #expect(slice.offset == units.count)
            #expect(slice.units.count <= HostEngine.sliceUnits)
            units += slice.units
            #expect(slice.total == value.bytes)
            if slice.isFinal { break }
        }
        #expect(units.count == value.bytes)
        return try JSONText(validating: units)
    }

    @Test("A value that changed, is not there, or is asked for beyond its end, is refused each in its way")
    func valueErrors() throws {
        let json = Self.oversized[0].entry
        var room = try EngineRoom(json: scriptText(history: #"[{"entry": \#(json)}]"#))
        try room.join(1, tail: TailRequest(maxBytes: nil))
        let entry = try #require(room.replica().entries.first)
        let value = try #require(entry.elided.first)
        let id = try #require(entry.id)
        func error(_ entryId: String, _ path: [PathStep], _ hash: String, _ offset: Int) throws -> String? {
            try room.send(.fetchValue(reqId: 1, entryId: entryId, path: path, hash: hash, offset: offset), from: 1)
            guard case .value(let slice)? = room.frames().last else { return nil }
            #expect(slice.isFinal == (slice.error != nil))
            return slice.error
        }
        #expect(try error("gone", value.path, value.hash, 0) == "stale")
        #expect(try error(id, value.path, "0", 0) == "stale")
        #expect(try error(id, [.key("nothing")], value.hash, 0)?.contains("Nothing") == true)
        #expect(try error(id, value.path, value.hash, value.bytes)?.contains("outside") == true)
        #expect(try error(id, value.path, value.hash, -1)?.contains("outside") == true)
        #expect(try error(id, value.path, value.hash, 0) == nil)
    }

    @Test("Above its bound the host forgets the oldest entries and welcomes everybody to the rest")
    func bounds() throws {
        let script = scriptText(
            history: #"[{"filler": {"entries": 45, "units": 100}}]"#,
            onPrompt: #"[{"steps": [{"assistant": {"text": "Aye."}}]}]"#,
            maxEntries: 50)
        var room = try EngineRoom(json: script)
        try room.join(1)
        for index in 0..<30 {
            try room.send(.prompt(text: "\(index)", images: []), from: 1)
            try room.advance(by: 4_000)
            #expect(room.engine.log.count <= 52)
            #expect(room.differences().isEmpty)
        }
    }
}
