import CollabWire
import Foundation

/// `jsonl.json`: `decoder`, `poll`.
enum LinesSuite: Suite {
    static let name = "lines"

    static func run(in folder: Folder, report: inout Report) async {
        do {
            guard let file = try folder.json("jsonl.json") else { return }
            for test in file.list("decoder") { decoder(test, &report) }
            for test in file.list("poll") { poll(test, &report) }
        } catch {
            report.record(Self.self, "jsonl.json", .failed("\(error)"))
        }
    }

    private static func decoder(_ test: JSONText, _ report: inout Report) {
        let id = test["id"]?.stringValue ?? "?"
        var lines = JSONLines()
        for (position, step) in test.list("steps").enumerated() {
            let items = lines.read(step["chunk"]?.stringValue ?? "")
            let found = state(items, carry: lines.carry)
            let expected = state(step.list("items"), carry: step["carry"]?.stringValue ?? "")
            guard found == expected else {
                let difference = Report.difference(expected: expected, found: found)
                return report.record(Self.self, id, .failed("step \(position + 1) \(difference)"))
            }
        }
        report.record(Self.self, id, .passed)
    }

    private static func poll(_ test: JSONText, _ report: inout Report) {
        let id = "poll-" + (test["id"]?.stringValue ?? "?")
        guard let reply = test["reply"], let decision = test["decision"] else {
            return report.record(Self.self, id, .failed("the case has no reply or no decision"))
        }
        let frame = TranscriptReply(
            reqId: .number(1), text: reply["text"]?.stringValue ?? "", newSize: reply["newSize"]?.intValue ?? 0,
            error: reply["error"]?.stringValue ?? reply["message"]?.stringValue)
        let found: String
        switch TranscriptPoll.decide(frame, after: JSONLines(carry: test["carry"]?.stringValue ?? "")) {
        case .advance(let newSize, let lines, let fresh):
            found = "advance \(newSize) \(state(fresh, carry: lines.carry))"
        case .stop(let error): found = "stop \(error)"
        }
        let expected: String
        if decision["action"]?.stringValue == "advance" {
            let state = state(decision.list("fresh"), carry: decision["carry"]?.stringValue ?? "")
            expected = "advance \(decision["newSize"]?.intValue ?? -1) \(state)"
        } else {
            let error = decision["error"]?.stringValue ?? decision["message"]?.stringValue
            expected = "stop \(error ?? decision["action"]?.stringValue ?? "")"
        }
        report.compare(Self.self, id, expected: expected, found: found)
    }

    private static func state(_ items: [JSONText], carry: String) -> String {
        "[" + items.map(\.canonical).joined(separator: ",") + "] carry “\(carry)”"
    }
}
