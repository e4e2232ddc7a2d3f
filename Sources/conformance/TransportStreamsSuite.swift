import CollabGuest
import CollabReplica
import CollabWire

/// `sessions/*.ndjson` with `expected/` and `expected-next/`: the `withTransport` half, all lines played to a real
/// session.
enum TransportStreamsSuite: Suite {
    static let name = "sessions"

    static func run(in folder: Folder, report: inout Report) async {
        guard #available(macOS 15.0, iOS 18.0, *) else {
            report.record(Self.self, "sessions", .failed("the manual executor needs macOS 15"))
            return
        }
        do {
            for session in try folder.names(in: "sessions", ending: ".ndjson") {
                let lines = try StreamsSuite.lines(of: session, in: folder)
                let older = try folder.json("expected/\(session).json")?["withTransport"]
                let newer = try folder.json("expected-next/\(session).json")?["withTransport"]
                guard older != nil || newer != nil else { continue }
                for (half, expected, other) in [("expected", older, newer), ("expected-next", newer, older)] {
                    guard let expected else { continue }
                    // The older reference asks for whole snapshots, as Enclave can.
                    let run = try TransportRun(lines: lines, asksForTail: half == "expected-next")
                    let record = try await run.play(lines)
                    let comparison = TransportComparison(
                        expected: expected, other: other, isOlder: half == "expected", run: run, record: record)
                    report.record(Self.self, "\(session) (\(half))", comparison.outcome)
                }
            }
        } catch {
            report.record(Self.self, "sessions", .failed("\(error)"))
        }
    }
}

/// Compares a recorded run with ours. A rule that explains a difference covers only that difference; everything else
/// is still compared.
@available(macOS 15.0, iOS 18.0, *)
private struct TransportComparison {
    let expected: JSONText
    /// The other half's record of the same stream.
    let other: JSONText?
    let isOlder: Bool
    let run: TransportRun
    var record: TransportRun.Record

    private var rules: [String] = []
    private var failures: [String] = []

    init(expected: JSONText, other: JSONText?, isOlder: Bool, run: TransportRun, record: TransportRun.Record) {
        self.expected = expected
        self.other = other
        self.isOlder = isOlder
        self.run = run
        self.record = record
        if let problem = run.problem { failures.append(problem) }
        comparePhases()
        compareFinal()
        compareSent()
        compareResults()
        compareCloseCalls()
    }

    var outcome: Report.Outcome {
        if let failure = failures.first {
            return .failed(failures.count > 1 ? "\(failure) (and \(failures.count - 1) more)" : failure)
        }
        guard let rule = rules.first else { return .passed }
        var seen: Set<String> = []
        return .deviating(rule: rule, rules.filter { seen.insert($0).inserted }.joined(separator: ", "))
    }

    private func isNewers(_ field: String, _ found: String) -> Bool {
        isOlder && other?[field]?.canonical == found
    }

    // MARK: Phases

    /// The reference ended where a live guest's room was gone; ours keeps trying. What ours did until then counts.
    private var usesGrace = false

    private mutating func comparePhases() {
        let wanted = expected.list("phases").compactMap(\.stringValue)
        if wanted == record.phases { return }
        if isOlder, other?.list("phases").compactMap(\.stringValue) == record.phases {
            rules.append("newer-reference")
            // What the older one would have gone on with has no counterpart.
            endsEarlier = wanted.last == "ended" && record.phases.last != "ended"
            return
        }
        if run.skippedErrors > 0, other?.list("phases").compactMap(\.stringValue) == record.phases {
            rules.append("sends-wait-for-welcome")
            return
        }
        if let grace = run.graceRecord, wanted.last == "ended",
            Array(wanted.dropLast()) == grace.phases || wanted == grace.phases + ["ended"]
        {
            rules.append("closed-room-may-come-back")
            usesGrace = true
            let phase = record.fields.phase
            let reason = record.fields.endedReason
            record = grace
            record.fields.phase = phase
            record.fields.endedReason = reason
            return
        }
        failures.append("phases: expected \(wanted) found \(record.phases)")
    }

    /// The older reference ended where the newer one goes on.
    private var endsEarlier = false

    // MARK: The final snapshot

    private mutating func compareFinal() {
        guard let final = expected["final"] else { return }
        let newer = isOlder ? other?["final"] : nil
        var skipped: Set<String> = ["notices", "history"]
        if usesGrace || endsEarlier { skipped.formUnion(["phase", "endedReason"]) }
        if run.skippedErrors > 0 { skipped.formUnion(["phase", "endedReason"]) }
        let comparison = SnapshotComparison(
            expected: final, found: record.fields,
            context: .init(
                newer: newer, reference: run.frames.reference.entries, intended: run.frames.intended.texts,
                sawBrokenWelcome: run.frames.sawBrokenWelcome, repeatedQuestions: run.frames.repeatedQuestions),
            skipping: skipped)
        rules += comparison.rules
        for failure in comparison.failures {
            let isAboutPages = failure.hasPrefix("entr")
            if run.sawLateReply, isAboutPages {
                rules.append("requests-expire-after-ten-seconds")
            } else if run.sawStaleHistory, isAboutPages || failure.hasPrefix("phase") {
                rules.append("stale-history-joins-afresh")
            } else {
                failures.append("at the end: \(failure)")
            }
        }
        compareNotices(final, newer: newer)
        compareHistory(final, newer: newer)
    }

    /// Notices of the host are compared word by word; notices of the client by their place.
    private mutating func compareNotices(_ final: JSONText, newer: JSONText?) {
        guard final["notices"] != nil else { return }
        let found = record.fields.state.notices.map { notice in
            notice.source == GuestSession.noticeSource ? Self.client : notice.message
        }
        func recorded(_ snapshot: JSONText) -> [String] {
            snapshot.list("notices").map { notice in
                let message = notice["message"]?.stringValue ?? ""
                let isClients = Self.clientWords.contains { message.hasPrefix($0) }
                return isClients ? Self.client : message
            }
        }
        let wanted = recorded(final)
        if wanted == found {
            if found.contains(Self.client) { rules.append("reasons-in-own-words") }
        } else if let newer, recorded(newer) == found {
            rules.append("newer-reference")
        } else if run.skippedErrors > 0, let other = other?["final"], recorded(other) == found {
            rules.append("sends-wait-for-welcome")
        } else if wanted.filter({ $0 != Self.client }) == found.filter({ $0 != Self.client }) {
            rules.append("unreadable-frames-noted-once")
        } else {
            failures.append("notices: expected \(wanted) found \(found)")
        }
    }

    private static let client = "(the client's own words)"
    private static let clientWords = ["failed to apply ", "content changed on the host"]

    /// Paging state; a failure in the client's own words is compared as a failure.
    private mutating func compareHistory(_ final: JSONText, newer: JSONText?) {
        guard let wanted = final["history"] else { return }
        let found = record.fields["history"] ?? "null"
        if wanted.canonical == found { return }
        if let newer, newer["history"]?.canonical == found {
            rules.append("newer-reference")
            return
        }
        let state = record.fields.state.history
        let isSameBesides =
            wanted["hasEarlier"]?.boolValue == state?.hasEarlier && wanted["startId"]?.stringValue == state?.startId
            && wanted["loading"]?.boolValue == state?.isLoading
        if isSameBesides, wanted["error"]?.stringValue != nil, state?.error != nil {
            rules.append("reasons-in-own-words")
        } else if run.sawLateReply {
            rules.append("requests-expire-after-ten-seconds")
        } else if run.sawStaleHistory {
            rules.append("stale-history-joins-afresh")
        } else {
            failures.append("history \(Report.difference(expected: wanted.canonical, found: found))")
        }
    }

    // MARK: Sent frames

    private mutating func compareSent() {
        var wanted = expected.list("sent")
        var found = record.sent
        func texts(_ frames: [JSONText]) -> [String] { frames.map(\.canonical) }
        if texts(wanted) == texts(found) { return }
        if isOlder {
            // The older reference knows no tails.
            let before = texts(found)
            found = found.filter { frame in
                !["fetch-history", "fetch-value"].contains(frame["t"]?.stringValue ?? "")
                    || texts(wanted).contains(frame.canonical)
            }
            found = found.map { frame in
                // A frame without the member stays as it is.
                guard frame["t"]?.stringValue == "hello", frame["snapshot"] != nil,
                    let plain = try? frame.removing(at: [.key("snapshot")])
                else { return frame }
                return plain
            }
            if texts(found) != before { rules.append("newer-reference") }
            if texts(wanted) == texts(found) { return }
        }
        for (rule, frame) in run.intendedlyUnsent {
            guard let index = wanted.firstIndex(where: { $0.canonical == frame }) else { continue }
            wanted.remove(at: index)
            rules.append(rule)
        }
        if texts(wanted) == texts(found) { return }
        func split(_ frames: [JSONText]) -> (hellos: [String], others: [String]) {
            (
                texts(frames.filter { $0["t"]?.stringValue == "hello" }),
                texts(frames.filter { $0["t"]?.stringValue != "hello" })
            )
        }
        let (wantedHellos, wantedOthers) = split(wanted)
        let (foundHellos, foundOthers) = split(found)
        if wantedOthers == foundOthers {
            if wantedHellos == foundHellos {
                rules.append("sends-wait-for-welcome")
                return
            }
            if run.sawStaleHistory, foundHellos.count == wantedHellos.count + 1, foundHellos.starts(with: wantedHellos)
            {
                rules.append("stale-history-joins-afresh")
                return
            }
            if run.sawShortSnapshot, foundHellos.count == wantedHellos.count + 1, Set(foundHellos) == Set(wantedHellos)
            {
                rules.append("short-snapshot-asked-for-again")
                return
            }
            if endsEarlier || usesGrace, foundHellos.starts(with: wantedHellos) {
                rules.append("closed-room-may-come-back")
                return
            }
        }
        failures.append(
            "sent \(Report.difference(expected: texts(wanted).joined(), found: texts(found).joined()))")
    }

    // MARK: Results and closes

    private mutating func compareResults() {
        func key(_ action: String, _ call: Int) -> String { "\(action) \(call)" }
        var wanted: [String: JSONText] = [:]
        for result in expected.list("actionResults") {
            let name = key(result["action"]?.stringValue ?? "", result["call"]?.intValue ?? 0)
            wanted[name] = result["result"] ?? .null
        }
        var found: [String: TransportRun.ActionResult.Outcome] = [:]
        for result in record.results { found[key(result.action, result.call)] = result.outcome }
        for name in Set(wanted.keys).union(found.keys).sorted() {
            if wanted[name]?.stringValue == "no such action in this client" {
                rules.append("newer-reference")
                continue
            }
            switch (wanted[name], found[name]) {
            case (let wanted?, let found?):
                if Self.matches(wanted, found) { continue }
            case (nil, nil): continue
            case (nil, _?), (_?, nil): break
            }
            let newers = other?.list("actionResults").first {
                key($0["action"]?.stringValue ?? "", $0["call"]?.intValue ?? 0) == name
            }
            if isOlder, let newers, let found = found[name], Self.matches(newers["result"] ?? .null, found) {
                rules.append("newer-reference")
            } else if run.sawLateReply {
                rules.append("requests-expire-after-ten-seconds")
            } else {
                let text = wanted[name]?.canonical ?? "nothing"
                failures.append("\(name): expected \(text) found \(found[name].map { "\($0)" } ?? "nothing")")
            }
        }
    }

    private static func matches(_ wanted: JSONText, _ found: TransportRun.ActionResult.Outcome) -> Bool {
        switch found {
        case .transcript(.success(let part)):
            return wanted["kind"]?.stringValue == "rows" && wanted["text"]?.stringValue == part.text
                && wanted["newSize"]?.intValue == part.newSize
        case .transcript(.failure(.host(let message))):
            return wanted["kind"]?.stringValue == "error" && wanted["message"]?.stringValue == message
        case .transcript(.failure): return wanted.isNull
        case .value(.success): return wanted.isNull
        case .value(.failure(let error)):
            let words: String
            switch error {
            case .malformedReply: words = "malformed value reply"
            case .unreadableValue: words = "the loaded value is not valid JSON"
            case .host(let message): words = message
            case .stale: words = "content changed on the host; reload the session"
            case .connectionLost, .notLive: words = "connection lost; try again"
            case .timedOut: return wanted.stringValue?.contains("timed out") ?? false
            case .notOffered, .unknownValue, .cancelled: return wanted.isString
            }
            return wanted.stringValue == words
        }
    }

    private mutating func compareCloseCalls() {
        guard let wanted = expected["socketCloseCalls"]?.intValue else { return }
        let found = record.closeCalls
        if wanted == found { return }
        if isNewers("socketCloseCalls", String(found)) {
            rules.append("newer-reference")
        } else if run.skippedErrors > 0, other?["socketCloseCalls"]?.intValue == found {
            rules.append("sends-wait-for-welcome")
        } else if usesGrace || endsEarlier {
            rules.append("closed-room-may-come-back")
        } else {
            failures.append("socketCloseCalls: expected \(wanted) found \(found)")
        }
    }
}
