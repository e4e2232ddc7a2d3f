import CollabWire
import Foundation

/// `links.json`: `parse`, `format`, `formatWeb`, `base64url`.
enum LinksSuite: Suite {
    static let name = "links"

    static func run(in folder: Folder, report: inout Report) async {
        do {
            guard let file = try folder.json("links.json") else { return }
            for test in file.list("parse") { parse(test, &report) }
            for (position, test) in file.list("format").enumerated() { format(test, "format-\(position)", &report) }
            for (position, test) in file.list("formatWeb").enumerated() { format(test, "web-\(position)", &report) }
            for test in file.list("base64url") { base64url(test, &report) }
        } catch {
            report.record(Self.self, "links.json", .failed("\(error)"))
        }
    }

    // MARK: - Parsing

    private static func parse(_ test: JSONText, _ report: inout Report) {
        let id = test["id"]?.stringValue ?? "?"
        guard let input = input(of: test), let expected = test["expect"] else {
            return report.record(Self.self, id, .failed("the case has no input or no expectation"))
        }
        let exact = outcome(input, .none)
        let found = outcome(input, .paste)
        if matches(exact, expected) {
            // Tidying never changes a readable link, and a refusal may turn into an opened link only by tidying.
            if found == exact || matches(found, expected) { return report.record(Self.self, id, .passed) }
            return report.record(
                Self.self, id, .deviating(rule: "lenient-paste", "refused by the reference, opened after tidying"))
        }
        report.record(
            Self.self, id, .failed("expected \(expected.string.prefix(300)) found \(exact)"))
    }

    private enum Outcome: Equatable {
        case link(url: String, roomId: String, secretHex: String)
        case refused(LinkError)
    }

    private static func outcome(_ input: String, _ leniency: RoomLink.Leniency) -> Outcome {
        do throws(LinkError) {
            let link = try RoomLink(parsing: input, leniency: leniency)
            return .link(
                url: link.webSocketURL, roomId: link.roomId, secretHex: link.secret.withBytes { $0.hex })
        } catch {
            return .refused(error)
        }
    }

    private static func matches(_ outcome: Outcome, _ expected: JSONText) -> Bool {
        switch outcome {
        case .refused: return expected["error"]?.boolValue == true
        case .link(let url, let roomId, let secretHex):
            let secret = (expected["keyHex"]?.stringValue ?? "") + (expected["writeTokenHex"]?.stringValue ?? "")
            return expected["wsUrl"]?.stringValue == url && expected["roomId"]?.stringValue == roomId
                && secret == secretHex
        }
    }

    private static func input(of test: JSONText) -> String? {
        if let input = test["input"]?.stringValue { return input }
        guard let parts = test["inputParts"], parts.isArray else { return nil }
        return parts.elements.map { part in
            part.stringValue
                ?? String(repeating: part["repeat"]?.stringValue ?? "", count: part["times"]?.intValue ?? 0)
        }.joined()
    }

    // MARK: - Formatting

    private static func format(_ test: JSONText, _ id: String, _ report: inout Report) {
        let expected = test["link"]?.stringValue ?? test["webLink"]?.stringValue
        do throws(LinkError) {
            let relay = try RelayAddress(parsing: test["relayUrl"]?.stringValue ?? "")
            let bytes = (test["keyHex"]?.hexBytes ?? []) + (test["writeTokenHex"]?.hexBytes ?? [])
            guard let secret = RoomSecret(bytes: bytes), let roomId = test["roomId"]?.stringValue else {
                return report.record(Self.self, id, .failed("the case has no secret or no room"))
            }
            let link = RoomLink(relay: relay, roomId: roomId, secret: secret)
            let found: String
            if let web = test["webUrl"]?.stringValue {
                found = try link.browserLink(web: web)
            } else {
                found = link.formatted
            }
            report.compare(Self.self, id, expected: expected ?? "an error", found: found)
            guard let back = test["parsesBack"], back.isObject else { return }
            report.record(
                Self.self, id + "-back",
                matches(outcome(found, .none), back) ? .passed : .failed("the link does not parse back"))
        } catch {
            let isExpected = test["error"]?.boolValue == true
            report.record(Self.self, id, isExpected ? .passed : .failed("expected a link, found: \(error)"))
        }
    }

    private static func base64url(_ test: JSONText, _ report: inout Report) {
        let text = test["text"]?.stringValue ?? ""
        let bytes = Base64URL.decode(text)
        let found = bytes.map { "\($0.hex) \(Base64URL.encode($0))" } ?? "nothing"
        let expected = test["bytesHex"]?.stringValue.map { "\($0) \(test["encodesBackTo"]?.stringValue ?? "")" }
        report.compare(Self.self, "base64url-“\(text)”", expected: expected ?? "nothing", found: found)
    }
}

extension JSONText {
    /// The elements of a member that is an array.
    func list(_ key: String) -> [JSONText] { self[key].map { Array($0.elements) } ?? [] }
}
