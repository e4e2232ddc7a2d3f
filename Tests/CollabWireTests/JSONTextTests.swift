import Foundation
import Testing

@testable import CollabWire

private func isAccepted(_ bytes: [UInt8]) -> Bool {
    do throws(JSONError) {
        _ = try JSONText(validating: bytes)
        return true
    } catch {
        return false
    }
}

@Suite("JSON text")
struct JSONTextTests {
    @Test(
        "what JSON.parse takes is taken",
        arguments: [
            "null", "true", "false", "0", "-0", "12", "-1.5", "1e3", "1E+3", "1.5e-300", "\"\"", "\"a\\u0041\\n\"",
            "[]", "{}", "[1,2]", "{\"a\":[{}]}", " \t\r\n[ 1 , { \"a\" : null } ] ", "\"\\ud83d\"", "\u{FEFF}[1]",
            "\"\u{7F}\u{2028}\"", "1e400",
        ])
    func accepted(text: String) throws {
        let json = try JSONText(text)
        #expect(try JSONText(validating: json.bytes) == json)
    }

    @Test(
        "what JSON.parse refuses is refused",
        arguments: [
            "", " ", "nul", "nulll", "tru", "NaN", "Infinity", "01", "-", "-a", "1.", ".5", "1e", "1e+", "+1", "0x1",
            "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\u{1}\"", "\"a\nb\"", "[", "[1", "[1,", "[1,]",
            "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{'a':1}",
            "{\"a\" 1}", "{1:2}", "[1}", "{\"a\":1]", "1 2", "{}{}", "[]]", "//", "[1]//", "'a'", "\u{FEFF}\u{FEFF}1",
            "\u{A0}1", "\"a\\\u{0}\"",
        ])
    func refused(text: String) {
        #expect(!isAccepted(Array(text.utf8)))
    }

    @Test("no prefix of a text, and no text with one byte changed, does more than be refused")
    func damaged() throws {
        let text = Array(#"{"a":[1,-2.5e3,true,null,"x\ud83d\n\u00e9é"],"b":{"c":"","d":[[],{}]}}"#.utf8)
        for end in 0..<text.count { #expect(!isAccepted(Array(text[..<end]))) }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<8_000 {
            var damaged = text
            damaged[Int.random(in: damaged.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            _ = FrameHead.peek(Plaintext(damaged))
            guard isAccepted(damaged) else { continue }
            let json = try JSONText(validating: damaged)
            #expect(try JSONText(json.canonical).canonical == json.canonical)
            _ = json.value
        }
    }

    @Test("a hundred thousand levels are read, compared, searched, edited and written without recursion")
    func deepNesting() throws {
        let depth = 100_000
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let text = try JSONText("{\"t\":\"event\",\"event\":{\"type\":\"new\",\"deep\":\(deep)},\"after\":1}")
        #expect(text["after"]?.intValue == 1)
        #expect(text["event"]?["deep"]?.string == deep)
        #expect(text.canonical.utf8.count == text.byteCount)
        let edited = try text.replacing(at: [.key("event"), .key("deep"), .index(0)], with: .null)
        #expect(edited["event"]?["deep"]?.string == "[null]")
        let objects = String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        #expect(try JSONText(objects).canonical == objects)
        guard case .unknown(type: "new", _)? = try? event(HostFrame.decode(text)) else {
            Issue.record("a deep frame was not read")
            return
        }
        var value = text.value
        for _ in 0..<JSONValue.maximumDepth - 1 {
            value = value["event"] ?? value["deep"] ?? value[0] ?? value
        }
        guard case .nested(let rest)? = value[0] else {
            Issue.record("the tree goes deeper than it says")
            return
        }
        #expect(rest.isArray)
        #expect(JSONText(text.value) == text)
    }

    private func event(_ frame: HostFrame) -> AgentEvent? {
        if case .event(let event) = frame { event } else { nil }
    }

    @Test("half a surrogate pair reads as U+FFFD and keeps its place")
    func loneSurrogates() throws {
        let text = try JSONText(#"["\ud83d","\ude00x","a\ud83db","\ud83d\ude00","\ud83d\u0041","\ud83d\ud83d\ude00"]"#)
        let strings = text.elements.map { $0.stringValue }
        #expect(strings == ["\u{FFFD}", "\u{FFFD}x", "a\u{FFFD}b", "😀", "\u{FFFD}A", "\u{FFFD}😀"])
        #expect(text[0]?.utf16Units == [0xD83D])
        #expect(text[5]?.utf16Units == [0xD83D, 0xD83D, 0xDE00])
        #expect(text.canonical == #"["\ud83d","\ude00x","a\ud83db","😀","\ud83dA","\ud83d😀"]"#)
    }

    @Test("bytes that are no UTF-8 read as a text decoder reads them")
    func invalidUTF8() throws {
        var generator = SeededGenerator(seed: 11)
        let leads: [UInt8] = [0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF3, 0xF4, 0xF5, 0xFF, 0x80, 0xBF, 0x9F]
        for round in 0..<10_000 {
            let count = Int.random(in: 1...12, using: &generator)
            let content: [UInt8] = (0..<count).map { _ in
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: UInt8(ascii: "a")
                case 1: leads.randomElement(using: &generator) ?? 0xC2
                default: UInt8.random(in: 0x80...0xBF, using: &generator)
                }
            }
            let escaped: [UInt8] = round % 2 == 0 ? [] : Array("\\n".utf8)
            let text = try JSONText(validating: [0x22] + escaped + content + [0x22])
            let expected = (escaped.isEmpty ? "" : "\n") + String(decoding: content, as: UTF8.self)
            let found = try #require(text.stringValue)
            guard found.utf8.elementsEqual(expected.utf8), found.utf16.elementsEqual(text.utf16Units ?? []) else {
                Issue.record("\(content) read as \(Array(found.utf8))")
                return
            }
        }
    }

    @Test("every scalar survives, raw and escaped")
    func everyScalar() throws {
        for plane in [0, 1, 16] {
            var all = String.UnicodeScalarView()
            for value in UInt32(plane) << 16..<UInt32(plane + 1) << 16 {
                if let scalar = Unicode.Scalar(value) { all.append(scalar) }
            }
            let string = String(all)
            let text = JSONText(.string(string))
            #expect(text.stringValue.map { Array($0.utf8) } == Array(string.utf8))
            let digits = Array("0123456789aBcDeF")
            var escaped = "\""
            for unit in string.utf16 {
                escaped += "\\u"
                for shift in [12, 8, 4, 0] { escaped.append(digits[Int(unit >> UInt16(shift) & 15)]) }
            }
            escaped += "\""
            #expect(try JSONText(escaped).stringValue.map { Array($0.utf8) } == Array(string.utf8))
            #expect(try JSONText(escaped).canonical == text.canonical)
        }
    }

    @Test(
        "numbers are written as JavaScript writes them",
        arguments: [
            ("0", "0"), ("-0", "0"), ("1.0", "1"), ("1e3", "1000"), ("9007199254740993", "9007199254740992"),
            ("1e21", "1e+21"), ("1e20", "100000000000000000000"), ("123456789012345680000", "123456789012345680000"),
            ("1.5e300", "1.5e+300"), ("1e-7", "1e-7"), ("0.000001", "0.000001"), ("0.0000012", "0.0000012"),
            ("1.25e-7", "1.25e-7"), ("0.1", "0.1"), ("-12.5", "-12.5"), ("0.30000000000000004", "0.30000000000000004"),
            ("12345678901234567000", "12345678901234567000"), ("1e16", "10000000000000000"), ("5e-324", "5e-324"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"), ("1e400", "null"), ("-1e-400", "0"),
            ("123e-20", "1.23e-18"), ("100", "100"),
        ])
    func numbers(text: String, canonical: String) throws {
        #expect(try JSONText(text).canonical == canonical)
    }

    @Test("whole numbers are read from every spelling, and kept within bounds")
    func integers() throws {
        let text = try JSONText("[1e3,12.0,12.5,-12.5,1e300,-1e300,-0,9223372036854775807,\"3\",true]")
        let found = text.elements.map { $0.intValue }
        #expect(found == [1000, 12, 12, -12, .max, .min, 0, .max, nil, nil])
        #expect(text.value[0]?.int == 1000)
        #expect(text.value[2]?.int == 12)
    }

    @Test("canonical text sorts by UTF-16 units and lets the last of equal keys count")
    func canonical() throws {
        let text = try JSONText("{ \"b\":1, \"\u{FB03}\":2, \"😀\":3, \"a\":0, \"\\u0062\":4, \"\\ud83d\":5 }")
        #expect(text.canonical == "{\"a\":0,\"b\":4,\"\\ud83d\":5,\"😀\":3,\"\u{FB03}\":2}")
        #expect(text["b"]?.intValue == 4)
        #expect(text["\u{FB03}"]?.intValue == 2)
    }

    @Test("keys are told apart by their bytes, not by what Unicode calls equivalent")
    func keyIdentity() throws {
        let text = try JSONText("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(text["\u{E9}"]?.intValue == 1)
        #expect(text["e\u{301}"]?.intValue == 2)
        #expect(text.value["\u{E9}"]?.int == 1)
        #expect(try JSONText(#"{"a\\b":1}"#)[#"a\b"#]?.intValue == 1)
        #expect(try JSONText(#"{"a\\b":1}"#)[#"a\\b"#] == nil)
    }

    @Test("a key that is no UTF-8 is found, replaced and removed by the name it reads as")
    func brokenKeys() throws {
        let text = try JSONText(validating: Array("{\"a".utf8) + [0xFE, 0xFF] + Array("b\":1,\"c\":2}".utf8))
        let name = try #require(text.members.first { _ in true }?.key)
        #expect(name == "a\u{FFFD}\u{FFFD}b")
        #expect(text[name]?.intValue == 1)
        #expect(try text.replacing(at: [.key(name)], with: JSONText("3"))[name]?.intValue == 3)
        #expect(try text.removing(at: [.key(name)]).canonical == #"{"c":2}"#)
    }

    @Test("editing puts back, inserts and takes away, and leaves everything else as it was")
    func editing() throws {
        let text = try JSONText(#"{"a" : [1, {"b":2} ],"c":"x","a2":[]}"#)
        #expect(
            try text.replacing(at: [.key("a"), .index(1), .key("b")], with: .null)
                .string == #"{"a" : [1, {"b":null} ],"c":"x","a2":[]}"#)
        #expect(try text.replacing(at: [], with: .null).string == "null")
        #expect(try text.inserting(at: [.key("a"), .index(0)], .null)["a"]?.canonical == #"[null,1,{"b":2}]"#)
        #expect(try text.inserting(at: [.key("a"), .index(2)], .null)["a"]?.canonical == #"[1,{"b":2},null]"#)
        #expect(try text.inserting(at: [.key("a2"), .index(0)], .null)["a2"]?.string == "[null]")
        #expect(try text.inserting(at: [.key("d")], .null)["d"]?.isNull == true)
        #expect(try text.inserting(at: [.key("c")], .null).canonical == #"{"a":[1,{"b":2}],"a2":[],"c":null}"#)
        #expect(try JSONText("{}").inserting(at: [.key("a\"")], .null).string == #"{"a\"":null}"#)
        #expect(try text.removing(at: [.key("a"), .index(0)])["a"]?.canonical == #"[{"b":2}]"#)
        #expect(try text.removing(at: [.key("a")]).canonical == #"{"a2":[],"c":"x"}"#)
        for path: [PathStep] in [[.key("z")], [.key("a"), .index(2)], [.index(0)], [.key("c"), .key("x")]] {
            #expect(throws: JSONError.noSuchPath) { try text.replacing(at: path, with: .null) }
            #expect(throws: JSONError.noSuchPath) { try text.removing(at: path) }
        }
        #expect(throws: JSONError.noSuchPath) { try text.inserting(at: [.key("a"), .index(3)], .null) }
    }

    @Test("random values come back from text as Foundation reads and writes them")
    func randomRoundTrips() throws {
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<500 {
            let value = Self.randomValue(depth: 0, using: &generator)
            let text = JSONText(value)
            #expect(text.value == value)
            #expect(try JSONText(validating: text.bytes).value == value)
            let object = try JSONSerialization.jsonObject(with: Data(text.bytes), options: [.fragmentsAllowed])
            let written = try JSONSerialization.data(
                withJSONObject: object, options: [.fragmentsAllowed, .prettyPrinted])
            #expect(try JSONText(validating: written).canonical == text.canonical)
        }
    }

    private static func randomValue(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 4 ? 4 : 6), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .number((Double.random(in: -1e6...1e6, using: &generator) * 1000).rounded() / 1000)
        case 3: return .string(randomString(using: &generator))
        case 4:
            let count = Int.random(in: 0..<5, using: &generator)
            return .array((0..<count).map { _ in randomValue(depth: depth + 1, using: &generator) })
        default:
            let count = Int.random(in: 0..<5, using: &generator)
            return .object(
                JSONObject(
                    (0..<count).map { position in
                        JSONObject.Member(
                            key: "\(position)" + randomString(using: &generator),
                            value: randomValue(depth: depth + 1, using: &generator))
                    }))
        }
    }

    private static func randomString(using generator: inout SeededGenerator) -> String {
        let pool: [Character] = ["a", "\"", "\\", "\n", "\u{1}", "é", "港", "😀", "/", "\u{2028}", "z", " "]
        return String(
            (0..<Int.random(in: 0..<30, using: &generator)).map { _ in pool.randomElement(using: &generator) ?? "a" })
    }

    @Test("sizes count UTF-16 units, and units make text again")
    func sizes() throws {
        let text = try JSONText("\"a港😀\"")
        #expect(text.utf16Count == 6)
        #expect(text.byteCount == 10)
        #expect(try JSONText(validating: Array(text.string.utf16)) == text)
    }

    @Test("equal bytes are equal texts, wherever they lie")
    func equality() throws {
        let text = try JSONText(#"[{"a":1},{"a":1},{"a": 1}]"#)
        let items = Array(text.elements)
        #expect(items[0] == items[1])
        #expect(items[0] != items[2])
        #expect(Set(items).count == 2)
        #expect(items[0].canonical == items[2].canonical)
    }
}
