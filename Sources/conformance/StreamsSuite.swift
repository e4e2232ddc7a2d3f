import CollabWire
import Foundation

/// `sessions/*.ndjson` with `expected/` and `expected-next/`: the `framesOnly` half, frames applied to a replica.
enum StreamsSuite: Suite {
    static let name = "frames"

    static func run(in folder: Folder, report: inout Report) async {
        do {
            for session in try folder.names(in: "sessions", ending: ".ndjson") {
                let frames = try lines(of: session, in: folder).compactMap { $0["frame"] }
                for half in ["expected", "expected-next"] {
                    guard let expected = try folder.json("\(half)/\(session).json")?["framesOnly"] else { continue }
                    let newer =
                        half == "expected"
                        ? try folder.json("expected-next/\(session).json")?["framesOnly"] : nil
                    report.record(
                        Self.self, "\(session) (\(half))", outcome(frames, expected: expected, newer: newer))
                }
            }
        } catch {
            report.record(Self.self, "sessions", .failed("\(error)"))
        }
    }

    /// The lines of a stream as JSON.
    static func lines(of session: String, in folder: Folder) throws -> [JSONText] {
        var lines: [JSONText] = []
        for line in try folder.text("sessions/\(session).ndjson").split(separator: "\n") {
            lines.append(try JSONText(validating: String(line)))
        }
        return lines
    }

    private static func outcome(_ frames: [JSONText], expected: JSONText, newer: JSONText?) -> Report.Outcome {
        var run = FrameRun()
        var rules: [String] = []
        var failures: [String] = []
        func compare(_ moment: String, _ snapshot: JSONText, _ newer: JSONText?) {
            let comparison = SnapshotComparison(
                expected: snapshot, found: run.fields,
                context: .init(
                    newer: newer, reference: run.reference.entries, intended: run.intended.texts,
                    sawBrokenWelcome: run.sawBrokenWelcome, repeatedQuestions: run.repeatedQuestions))
            rules += comparison.rules
            failures += comparison.failures.map { "\(moment): \($0)" }
        }
        var checkpoints: [Int: JSONText] = [:]
        for checkpoint in expected.list("checkpoints") {
            if let frame = checkpoint["afterFrame"]?.intValue { checkpoints[frame] = checkpoint["snapshot"] }
        }
        for (index, frame) in frames.enumerated() {
            run.apply(frame)
            guard let snapshot = checkpoints[index + 1] else { continue }
            let later = newer?.list("checkpoints").first { $0["afterFrame"]?.intValue == index + 1 }?["snapshot"]
            compare("after frame \(index + 1)", snapshot, later)
        }
        if let final = expected["final"] { compare("at the end", final, newer?["final"]) }
        failures += questions(&run, expected: expected, rules: &rules)
        if let failure = failures.first {
            return .failed(failures.count > 1 ? "\(failure) (and \(failures.count - 1) more)" : failure)
        }
        guard let rule = rules.first else { return .passed }
        return .deviating(rule: rule, rules.joined(separator: ", "))
    }

    /// `uiOrderWhenEachEnds`: the ids shown one after the other when each shown question ends.
    private static func questions(_ run: inout FrameRun, expected: JSONText, rules: inout [String]) -> [String] {
        guard expected["uiOrderWhenEachEnds"] != nil else { return [] }
        var order = expected.list("uiOrderWhenEachEnds").map(\.canonical)
        if order.contains("null") {
            // A question without an id cannot be answered.
            order.removeAll { $0 == "null" }
            rules.append("question-without-id")
        }
        if order.contains(where: run.repeatedQuestions.contains) {
            order.removeAll(where: run.repeatedQuestions.contains)
            rules.append("same-question-once")
        }
        var found: [String] = []
        var shown = run.replica.state.asks.first?.raw
        while let ask = shown {
            found.append(ask["reqId"]?.canonical ?? "null")
            shown = run.endShownAsk()
        }
        found.removeAll(where: run.repeatedQuestions.contains)
        return order == found ? [] : ["order of questions: expected \(order) found \(found)"]
    }
}
