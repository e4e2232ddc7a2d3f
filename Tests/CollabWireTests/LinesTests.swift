import CollabWire
import Foundation
import Testing

@Suite("Lines and control messages")
struct LinesTests {
    @Test("every split of a text gives the same values")
    func anySplit() throws {
        let text = "{\"type\":\"session\"}\n{\"id\":\"港\"}\r\n\nnot json\n[1]\n  7 \n{\"half\":"
        var whole = JSONLines()
        let expected = whole.read(text)
        #expect(expected.map(\.string) == ["{\"type\":\"session\"}", "{\"id\":\"港\"}", "[1]", "7"])
        #expect(whole.carry == "{\"half\":")
        var generator = SeededGenerator(seed: 3)
        let characters = Array(text.unicodeScalars)
        for _ in 0..<500 {
            var lines = JSONLines()
            var found: [JSONText] = []
            var at = 0
            while at < characters.count {
                let end = min(characters.count, at + Int.random(in: 1...9, using: &generator))
                found += lines.read(String(String.UnicodeScalarView(characters[at..<end])))
                at = end
            }
            #expect(found == expected)
            #expect(lines == whole)
        }
    }

    @Test("every vector of jsonl.json holds")
    func vectors() throws {
        let file = try Vectors.json("jsonl.json")
        for test in try #require(file["decoder"]).elements {
            var lines = JSONLines()
            for step in try #require(test["steps"]).elements {
                let items = lines.read(step["chunk"]?.stringValue ?? "")
                #expect(
                    items.map(\.canonical) == step["items"]?.elements.map(\.canonical), "\(test["id"]?.string ?? "")")
                #expect(lines.carry == step["carry"]?.stringValue)
            }
        }
    }

    @Test("a reply's error ends the reading, whatever else it carries")
    func pollStops() {
        let reply = TranscriptReply(reqId: .number(1), text: "{}\n", newSize: 3, error: "too large")
        #expect(TranscriptPoll.decide(reply, after: JSONLines()) == .stop(error: "too large"))
    }

    @Test("a poll advances by what the host says, without headers and scalars")
    func pollAdvances() throws {
        let reply = TranscriptReply(
            reqId: .number(1), text: "rt\"}\n{\"type\":\"session\"}\n1\n{\"a\":1}\n{\"b\"", newSize: 9, error: nil)
        guard
            case .advance(let newSize, let lines, let fresh) = TranscriptPoll.decide(
                reply, after: JSONLines(carry: "{\"id\":\"sta"))
        else {
            Issue.record("stopped")
            return
        }
        #expect(newSize == 9 && lines.carry == "{\"b\"")
        #expect(fresh.map(\.string) == ["{\"id\":\"start\"}", "{\"a\":1}"])
    }

    @Test("control messages are read, others ignored")
    func control() {
        for message in [RelayControl.roomClosed, .peerJoined(7), .peerLeft(.max)] {
            #expect(RelayControl(parsing: message.text) == message)
        }
        #expect(RelayControl(parsing: #" {"more":1,"t":"room-closed"} "#) == .roomClosed)
        for text in [
            "", "room-closed", "{}", "[]", "null", #"{"t":"tide"}"#, #"{"t":"peer-joined"}"#,
            #"{"t":"peer-left","peer":-1}"#,
        ] {
            #expect(RelayControl(parsing: text) == nil)
        }
    }
}
