import CollabWire
import Foundation
import Testing

private func host(_ text: String) throws -> HostFrame { try HostFrame.decode(JSONText(text)) }

private func entry(_ text: String) throws -> Entry { try Entry(decoding: JSONText(text)) }

private func hostError(_ text: String) throws -> FrameError? {
    let json = try JSONText(text)
    do throws(FrameError) {
        _ = try HostFrame.decode(json)
        return nil
    } catch {
        return error
    }
}

@Suite("Frames")
struct FrameTests {
    private let state = #"{"isStreaming":false,"queuedMessageCount":0,"cwd":"/","participants":[]}"#

    // MARK: - Tolerance

    @Test("a clipped array's bare string is a note, and its neighbours are read")
    func clippedArray() throws {
        let entry = try entry(
            #"{"type":"message","id":"a","message":{"role":"toolResult","toolCallId":"c","toolName":"bash","content":"#
                + #"[{"type":"text","text":"a"},"[4744 Einträge weggelassen]"]}}"#)
        guard case .message(let message) = entry.kind else {
            Issue.record("no message")
            return
        }
        #expect(message.content == [.text("a"), .note("[4744 Einträge weggelassen]")])
    }

    @Test("what is no entry keeps its place and its text")
    func unreadableEntries() throws {
        let texts = ["null", "3", "\"text\"", "[]", "{\"id\":\"x\"}", "{\"type\":\"message\",\"id\":\"y\"}"]
        let frame = try host(#"{"t":"snapshot-chunk","final":1,"entries":[\#(texts.joined(separator: ","))]}"#)
        guard case .snapshotChunk(let chunk) = frame else {
            Issue.record("no chunk")
            return
        }
        #expect(chunk.isFinal)
        #expect(chunk.entries.map(\.raw.string) == texts)
        #expect(chunk.entries.allSatisfy { $0.kind == .unreadable })
        #expect(chunk.entries.map(\.id) == [nil, nil, nil, nil, "x", "y"])
        #expect(try host(#"{"t":"entry"}"#) == host(#"{"t":"entry","entry":null}"#))
    }

    @Test("blocks that cannot be read are isolated with their text")
    func oddBlocks() throws {
        let entry = try entry(
            #"{"type":"message","id":"a","message":{"role":"assistant","stopReason":"tide","content":[{"type":"hologram"},"#
                + #"7,{"type":"text"},{"type":"text","text":"x","more":1},{"type":"toolCall","id":"c"},"#
                + #"{"type":"thinking","thinking":"t"},{"type":"redactedThinking"},{"type":"image","data":"QQ=="}]}}"#)
        guard case .message(let message) = entry.kind, case .assistant(let info) = message.role else {
            Issue.record("no assistant message")
            return
        }
        #expect(info.stopReason == .other("tide"))
        #expect(
            try message.content == [
                .unknown(type: "hologram", JSONText(#"{"type":"hologram"}"#)), .unknown(type: nil, JSONText("7")),
                .unknown(type: "text", JSONText(#"{"type":"text"}"#)), .text("x"),
                .unknown(type: "toolCall", JSONText(#"{"type":"toolCall","id":"c"}"#)), .thinking("t"),
                .redactedThinking, .image(ImageBlock(mimeType: nil, data: JSONText("\"QQ==\""))),
            ])
    }

    @Test(
        "content may be a plain string, an array, or nothing of use",
        arguments: ["\"hi\"", "[{\"type\":\"text\",\"text\":\"hi\"}]"])
    func plainContent(content: String) throws {
        let message = try #require(Message(decoding: JSONText("{\"role\":\"user\",\"content\":\(content)}")))
        #expect(message.content == [.text("hi")])
        #expect(try Message(decoding: JSONText(#"{"role":"user","content":7}"#))?.content == [])
    }

    @Test("the intent is the block's own, else the argument i, but for grep that is the case flag")
    func intent() throws {
        func intent(_ text: String) throws -> String? {
            guard case .toolCall(let call)? = try ContentBlock.list(decoding: JSONText("[\(text)]")).first else {
                return "none"
            }
            return call.intent
        }
        #expect(
            try intent(#"{"type":"toolCall","id":"c","name":"bash","arguments":{"i":"Look"},"intent":"See"}"#) == "See")
        #expect(try intent(#"{"type":"toolCall","id":"c","name":"bash","arguments":{"i":"Look"}}"#) == "Look")
        #expect(try intent(#"{"type":"toolCall","id":"c","name":"bash","arguments":{"i":true}}"#) == nil)
        #expect(try intent(#"{"type":"toolCall","id":"c","name":"grep","arguments":{"i":"yes"}}"#) == nil)
        #expect(try intent(#"{"type":"toolCall","id":"c","name":"bash","arguments":null}"#) == nil)
        #expect(try intent(#"{"type":"toolCall","id":"c","name":"bash","arguments":"i"}"#) == nil)
    }

    @Test("frames, events and channels of newer hosts are kept or skipped, never fatal")
    func newerHosts() throws {
        #expect(
            try host(#"{"t":"weather","wind":7}"#) == .unknown(type: "weather", JSONText(#"{"t":"weather","wind":7}"#)))
        #expect(
            try host(#"{"t":"event","event":{"type":"anchor"}}"#)
                == .event(.unknown(type: "anchor", JSONText(#"{"type":"anchor"}"#))))
        #expect(try host(#"{"t":"bus","channel":"tide","data":1}"#) == .bus(.unknown(channel: "tide")))
        for text in ["null", "\"bye\"", "12", "[]", "[{\"t\":\"bye\"}]", "true", "{}", "{\"t\":7}"] {
            #expect(try host(text) == .unknown(type: nil, JSONText(text)))
        }
    }

    @Test("a known frame that lacks what it is about says which field")
    func malformed() throws {
        #expect(
            try hostError(#"{"t":"welcome","header":{},"agents":[]}"#) == .malformed(frame: "welcome", field: "state"))
        #expect(
            try hostError(#"{"t":"snapshot-chunk","entries":"abc"}"#)
                == .malformed(frame: "snapshot-chunk", field: "entries"))
        #expect(try hostError(#"{"t":"event"}"#) == .malformed(frame: "event", field: "event"))
        #expect(
            try hostError(#"{"t":"event","event":{"type":"message_end"}}"#)
                == .malformed(frame: "event", field: "message"))
        #expect(
            try hostError(#"{"t":"ui-request","request":{"kind":"editor"}}"#)
                == .malformed(frame: "ui-request", field: "request"))
        #expect(
            try hostError(#"{"t":"transcript","reqId":1,"text":"x"}"#)
                == .malformed(frame: "transcript", field: "newSize"))
        #expect("\(FrameError.malformed(frame: "welcome", field: "state"))".contains("state"))
    }

    @Test("a welcome is read whole, with odd counts, flags and tails")
    func welcome() throws {
        func welcome(_ rest: String) throws -> Welcome {
            guard case .welcome(let welcome) = try host(#"{"t":"welcome","state":\#(state)\#(rest)}"#) else {
                throw FrameError.unknownFrame(type: nil)
            }
            return welcome
        }
        #expect(try welcome("").header.raw == .null)
        #expect(try welcome("").entryCount == nil)
        #expect(try welcome(#","entryCount":"3""#).entryCount == nil)
        #expect(try welcome(#","entryCount":-2"#).entryCount == -2)
        #expect(try welcome(#","entryCount":1e3"#).entryCount == 1000)
        for value in ["1", "\"true\"", "{}", "null", "false"] {
            #expect(try !welcome(#","readOnly":\#(value)"#).readOnly)
        }
        #expect(try welcome(#","readOnly":true"#).readOnly)
        #expect(
            try welcome(#","history":{"v":1,"startId":"e9","hasEarlier":true}"#).history
                == TailInfo(startId: "e9", hasEarlier: true))
        #expect(try welcome(#","history":{"v":1,"startId":null}"#).history == TailInfo(startId: nil, hasEarlier: false))
        #expect(try welcome(#","history":{"v":2,"startId":"e9"}"#).history == nil)
        #expect(try welcome(#","agents":[null,{"id":"a"},7]"#).agents.map(\.id) == ["a"])
    }

    @Test("numbers in odd forms fill whole-number fields")
    func oddNumbers() throws {
        guard
            case .state(let state) = try host(
                #"{"t":"state","state":{"isStreaming":1,"queuedMessageCount":2.5,"model":{"id":"m","contextWindow":1e3},"#
                    + #""contextUsage":{"tokens":null,"contextWindow":12.0,"percent":49.5}}}"#)
        else {
            Issue.record("no state")
            return
        }
        #expect(state.isStreaming)
        #expect(state.queuedMessageCount == 2)
        #expect(state.model?.contextWindow == 1000)
        #expect(state.contextUsage == ContextUsage(tokens: nil, contextWindow: 12, percent: 49.5))
        for (sent, kept) in [("1e300", 1_000.0), ("-3", 0), ("100.5", 100.5)] {
            guard
                case .state(let state) = try host(
                    #"{"t":"state","state":{"contextUsage":{"percent":\#(sent)}}}"#)
            else {
                Issue.record("no state")
                continue
            }
            #expect(state.contextUsage?.percent == kept)
        }
        let usage = try entry(
            #"{"type":"message","id":"n","message":{"role":"assistant","usage":{"input":12345678901234567000,"output":1e21,"#
                + #""cacheRead":0.1,"cacheWrite":-5,"cost":{"total":1e-9}},"timestamp":1767225600000.5}}"#)
        guard case .message(let message) = usage.kind, case .assistant(let info) = message.role else {
            Issue.record("no message")
            return
        }
        #expect(
            info.usage
                == Usage(input: .max, output: .max, cacheRead: 0, cacheWrite: -5, totalTokens: 0, cost: 1e-9))
        #expect(message.timestamp == Date(timeIntervalSince1970: 1_767_225_600.0005))
    }

    @Test(
        "dates come with and without fractions and zones",
        arguments: [
            ("2026-01-01T00:00:00.000Z", 1_767_225_600), ("2026-01-01T00:00:00Z", 1_767_225_600),
            ("2026-01-01T00:00:00.5Z", 1_767_225_600.5), ("2026-01-01T02:30:00+02:30", 1_767_225_600),
            ("2025-12-31T19:00:00-0500", 1_767_225_600), ("2026-01-01", 1_767_225_600),
            ("2026-01-01T00:00:00", 1_767_225_600), ("1969-12-31T23:59:59.123456Z", -0.876544),
            ("2024-02-29T12:00:00Z", 1_709_208_000),
        ])
    func dates(text: String, seconds: Double) throws {
        let date = try #require(try entry("{\"type\":\"x\",\"timestamp\":\"\(text)\"}").timestamp)
        #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
        let formatter = ISO8601DateFormatter()
        if let reference = formatter.date(from: text) { #expect(reference == date) }
    }

    @Test(
        "what is no date is none",
        arguments: ["", "yesterday", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00Zx", "2026-01-01T"])
    func noDates(text: String) throws {
        #expect(try entry("{\"type\":\"x\",\"timestamp\":\"\(text)\"}").timestamp == nil)
    }

    @Test("asks keep the options' labels byte for byte and the indices in place")
    func asks() throws {
        let ask = try #require(
            Ask(
                decoding: JSONText(
                    #"{"reqId":11,"kind":"select","title":"Which?","options":[" A ",{"label":"e\u0301","description":"d"},null],"#
                        + #""selectionMarker":"checkbox","checkedIndices":[1,"x",2.0],"markableCount":2}"#)))
        guard case .select(let select) = ask.kind else {
            Issue.record("no select")
            return
        }
        #expect(select.options.map(\.label).map { Array($0.utf8) } == [Array(" A ".utf8), Array("e\u{301}".utf8), []])
        #expect(select.options[1].description == "d")
        #expect(select.marker == .checkbox && select.checkedIndices == [1, 2] && select.markableCount == 2)
        #expect(
            try Ask(decoding: JSONText(#"{"reqId":"r","kind":"editor","prefill":" x "}"#))?.kind
                == .editor(prefill: " x "))
        #expect(try Ask(decoding: JSONText(#"{"reqId":1,"kind":"slider"}"#))?.kind == .unknown("slider"))
        #expect(try Ask(decoding: JSONText(#"{"kind":"editor"}"#)) == nil)
    }

    @Test("records of trimmed values are read, unusable ones are left out")
    func elided() throws {
        let entry = try entry(
            #"{"type":"message","id":"u","message":{"role":"user","content":[]},"collabElided":["#
                + #"{"path":["message","content",1],"kind":"image","bytes":145,"hash":"h","mimeType":"image/png","removed":true},"#
                + #"{"path":[],"kind":"entry","bytes":2000000,"hash":"h2"},{"path":[true],"hash":"h3"},null,{"path":[]}]}"#
        )
        #expect(
            entry.elided == [
                ElidedValue(
                    path: [.key("message"), .key("content"), .index(1)], kind: .image, bytes: 145, hash: "h",
                    mimeType: "image/png", removed: true),
                ElidedValue(path: [], kind: .entry, bytes: 2_000_000, hash: "h2", mimeType: nil, removed: false),
            ])
    }

    @Test("slices of a value keep halves of pairs, so that put together they are whole")
    func valueSlices() throws {
        let value = try JSONText("\"port 🚢 quay\"")
        let units = Array(value.string.utf16)
        var joined: [UInt16] = []
        for (offset, unit) in units.enumerated() {
            let slice = ValueSlice(
                reqId: .number(1), offset: offset, units: [unit], total: units.count,
                isFinal: offset + 1 == units.count,
                error: nil)
            guard case .value(let arrived) = try HostFrame.decode(HostFrame.value(slice).encode()) else {
                Issue.record("no value frame")
                return
            }
            #expect(arrived == slice)
            joined += arrived.units
        }
        #expect(try JSONText(validating: joined) == value)
    }

    // MARK: - Both ways

    @Test("every recorded host frame decodes, and what is encoded from it decodes to the same")
    func recordedFrames() throws {
        var decoded = 0
        for (stream, text) in try Vectors.frames() {
            let frame: HostFrame
            do throws(FrameError) {
                frame = try HostFrame.decode(text)
            } catch {
                #expect(stream.contains("malformed") || stream.contains("odd"), "\(stream): \(error)")
                continue
            }
            decoded += 1
            #expect(try HostFrame.decode(frame.encode()) == frame, "\(stream)")
            // The head is a look without decoding and must agree.
            let head = FrameHead.peek(Plaintext(text.bytes))
            #expect(head.type == text["t"]?.stringValue, "\(stream)")
            #expect(head.eventType == (head.type == "event" ? text["event"]?["type"]?.stringValue : nil), "\(stream)")
        }
        #expect(decoded > 400)
    }

    @Test("guest frames have the protocol's fields and come back on the host's side")
    func guestFrames() throws {
        let secret = try #require(RoomSecret(bytes: Array(repeating: 0, count: 32) + Array(0xf0...0xff)))
        let cases: [(GuestFrame, String)] = [
            (
                .hello(Hello(name: "mara", writeToken: secret.token, tail: TailRequest(maxBytes: 9))),
                #"{"t":"hello","proto":3,"name":"mara","writeToken":"8PHy8_T19vf4-fr7_P3-_w","snapshot":{"mode":"tail","maxBytes":9}}"#
            ),
            (.hello(Hello(name: "m", writeToken: nil, tail: nil)), #"{"t":"hello","proto":3,"name":"m"}"#),
            (
                .prompt(text: "a \"b\"\n\u{1}é\u{2028}", images: []),
                "{\"t\":\"prompt\",\"text\":\"a \\\"b\\\"\\n\\u0001é\u{2028}\"}"
            ),
            (
                .prompt(text: "", images: [PromptImage(mimeType: "image/png", data: "QQ==")]),
                #"{"t":"prompt","text":"","images":[{"type":"image","mimeType":"image/png","data":"QQ=="}]}"#
            ),
            (.abort, #"{"t":"abort"}"#),
            (.uiResponse(reqId: .number(5), value: "B"), #"{"t":"ui-response","reqId":5,"value":"B"}"#),
            (.uiResponse(reqId: .string("x"), value: nil), #"{"t":"ui-response","reqId":"x"}"#),
            (
                .agentCommand(.chat(text: "hi"), agentId: "S1"),
                #"{"t":"agent-cmd","cmd":"chat","agentId":"S1","text":"hi"}"#
            ),
            (.agentCommand(.kill, agentId: "S1"), #"{"t":"agent-cmd","cmd":"kill","agentId":"S1"}"#),
            (.agentCommand(.revive, agentId: "S1"), #"{"t":"agent-cmd","cmd":"revive","agentId":"S1"}"#),
            (
                .fetchTranscript(reqId: 1, agentId: "S1", fromByte: 77),
                #"{"t":"fetch-transcript","reqId":1,"agentId":"S1","fromByte":77}"#
            ),
            (.fetchHistory(reqId: 2, before: "e9", maxBytes: nil), #"{"t":"fetch-history","reqId":2,"before":"e9"}"#),
            (
                .fetchValue(reqId: 3, entryId: "e", path: [.key("a"), .index(1)], hash: "h", offset: 0),
                #"{"t":"fetch-value","reqId":3,"entryId":"e","path":["a",1],"hash":"h","offset":0}"#
            ),
        ]
        for (frame, text) in cases {
            #expect(frame.encode().string == text)
            #expect(try GuestFrame.decode(frame.encode()) == frame)
        }
        #expect(throws: FrameError.unknownFrame(type: "dance")) { try GuestFrame.decode(JSONText(#"{"t":"dance"}"#)) }
        #expect(throws: FrameError.malformed(frame: "prompt", field: "text")) {
            try GuestFrame.decode(JSONText(#"{"t":"prompt"}"#))
        }
    }

    // MARK: - Heads

    @Test("of assistant updates that follow each other only the newest need be decoded")
    func superseded() {
        func head(_ text: String) -> FrameHead { Plaintext(Array(text.utf8)).head }
        let update = head(
            #"{"t":"event","event":{"type":"message_update","message":{"role":"assistant","content":[]}}}"#)
        let reordered = head(
            #" { "event" : { "message" : {"content":["x"],"role":"assistant"},"type":"message_update" }, "t" : "event" }"#
        )
        let result = head(#"{"t":"event","event":{"type":"message_update","message":{"role":"toolResult"}}}"#)
        let end = head(#"{"t":"event","event":{"type":"message_end","message":{"role":"assistant"}}}"#)
        #expect(update.isSuperseded(by: update) && update.isSuperseded(by: reordered))
        #expect(!update.isSuperseded(by: result) && !result.isSuperseded(by: update) && !update.isSuperseded(by: end))
        #expect(head(#"{"t":"entry","entry":{}}"#) == FrameHead(type: "entry"))
        for text in [
            "", "{", "{\"", "{\"t", "{\"t\"", "{\"t\":", "{\"t\":\"", "{\"t\":\"\\", "null", "[\"t\"]", "{\"t\":7}",
            "\\",
        ] {
            #expect(head(text).type == nil)
        }
    }
}
