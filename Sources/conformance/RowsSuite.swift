import CollabReplica
import CollabWire
import Foundation
import Transcript

/// `rows.json`: the rows of a stream's final state. The reference draws a message as one row, Enclave as several, and
/// what Enclave folds the reference lists; the same turns must come in the same order, with the same authors, texts,
/// pictures and tools.
enum RowsSuite: Suite {
    static let name = "rows"

    static func run(in folder: Folder, report: inout Report) async {
        do {
            guard let sessions = try folder.json("rows.json")?["sessions"] else { return }
            for (stream, expected) in sessions.members {
                do {
                    let final = try finalState(of: stream, in: folder)
                    record(stream, expected, final, &report)
                } catch {
                    report.record(Self.self, stream, .failed("\(error)"))
                }
            }
        } catch {
            report.record(Self.self, "rows.json", .failed("\(error)"))
        }
    }

    /// What a stream leaves.
    private struct FinalState {
        /// What Enclave's replica holds.
        var state: ReplicaState
        /// The entries the reference holds: it takes every chunk and entry as it comes.
        var peerEntries: [Entry]
        /// A replica that holds those.
        var peerState: ReplicaState
    }

    /// The replica after all frames of a stream, as a fresh client would have it.
    private static func finalState(of stream: String, in folder: Folder) throws -> FinalState {
        var replica = Replica()
        var welcome: Welcome?
        var entries: [Entry] = []
        var now = 0.0
        for line in try folder.text("sessions/\(stream).ndjson").split(whereSeparator: \.isNewline) {
            guard let frame = try JSONText(validating: String(line))["frame"] else { continue }
            now += 1
            do throws(FrameError) {
                let decoded = try HostFrame.decode(frame)
                _ = replica.apply(decoded, at: now)
                switch decoded {
                case .welcome(let frame):
                    welcome = frame
                    entries = []
                case .snapshotChunk(let chunk): entries += chunk.entries
                case .entry(let entry): entries.append(entry)
                default: break
                }
            } catch {
                // A frame that cannot be read costs a notice, not the session. The reference starts over all the same.
                if frame["t"]?.stringValue == "welcome" { entries = [] }
            }
        }
        var peer = Replica()
        if var welcome {
            welcome.entryCount = nil
            _ = peer.apply(.welcome(welcome), at: 0)
            _ = peer.apply(.snapshotChunk(SnapshotChunk(entries: entries, isFinal: true)), at: 0)
        }
        return FinalState(state: replica.state, peerEntries: entries, peerState: peer.state)
    }

    private static func hasRow(_ entry: Entry) -> Bool {
        switch entry.kind {
        case .message(let message):
            switch message.role {
            case .user, .assistant: true
            case .developer, .toolResult, .other: false
            }
        case .customMessage(let custom): custom.display || custom.customType == CustomMessage.collabPrompt
        case .compaction, .branchSummary, .modelChange, .thinkingLevelChange: true
        case .unknown, .unreadable: false
        }
    }

    private static func record(
        _ stream: String, _ expected: JSONText, _ final: FinalState, _ report: inout Report
    ) {
        let found = turns(TranscriptProjector(final.state, timeZone: .gmt).rows)
        guard expected.isArray else {
            // The reference gives up on these streams; rows that go on are what is wanted.
            return report.record(
                Self.self, stream,
                .deviating(rule: "rows-where-the-peer-throws", "the reference throws, Enclave shows \(found.count)"))
        }
        var wanted = expected.elements.compactMap(turn)
        // An empty transcript says so in the reference; that is a screen's affair here.
        wanted.removeAll { $0.kind == "empty" }
        let shown = found.filter { !$0.isExtra }
        if matches(wanted, shown) {
            let extra = found.filter(\.isExtra)
            return report.record(
                Self.self, stream,
                extra.isEmpty
                    ? .passed
                    : .deviating(
                        rule: "rows-beyond-the-peer", "also shown: \(extra.map(\.text).joined(separator: ", "))"))
        }
        let rowIds = final.peerEntries.filter(hasRow).map(\.id)
        if let unique = withoutRepeatedIds(wanted, ids: rowIds), matches(unique, shown) {
            return report.record(
                Self.self, stream, .deviating(rule: "entries-unique-and-kept", "the reference shows an entry id twice"))
        }
        if final.peerEntries.map(\.id) != final.state.entries.map(\.id) {
            let theirs = turns(TranscriptProjector(final.peerState, timeZone: .gmt).rows).filter { !$0.isExtra }
            if matches(wanted, theirs) || withoutRepeatedIds(wanted, ids: rowIds).map({ matches($0, theirs) }) == true {
                return report.record(
                    Self.self, stream,
                    .deviating(
                        rule: "snapshots-are-shown-whole",
                        "the reference holds \(final.peerEntries.count) entries, Enclave \(final.state.entries.count)"))
            }
        }
        report.record(Self.self, stream, .failed(difference(wanted, shown)))
    }

    // MARK: What is compared

    /// A turn in terms that both clients share.
    struct Turn: Equatable {
        /// `user`, `agent`, `custom`, `marker`, `divider`.
        var kind: String
        var author: String
        /// Letters and digits of the texts: Markdown is kept as written by the reference, cards are compared by
        /// `ToolsSuite`.
        var text: String
        var tools: [String] = []
        var images = 0
        /// Rows that the reference does not have by design.
        var isExtra = false
    }

    private static func turn(_ row: JSONText) -> Turn? {
        let style = row["cls"]?.stringValue ?? ""
        let text = row["text"]?.stringValue ?? ""
        let kind =
            style.contains("--user")
            ? "user"
            : style.contains("--assistant")
                ? "agent" : style.contains("--custom") ? "custom" : style.contains("--marker") ? "marker" : ""
        let name = kind.isEmpty ? (style.contains("empty") ? "empty" : "divider") : kind
        return Turn(
            kind: name, author: name == "user" ? row["gutter"]?.stringValue ?? "" : "", text: text,
            tools: (row["tools"].map { Array($0.elements) } ?? []).compactMap(\.stringValue),
            images: text.ranges(of: "[image]").count)
    }

    /// Enclave's rows, those of one message joined; rows that the reference lacks by design come last.
    private static func turns(_ rows: TurnList) -> [Turn] {
        var turns: [Turn] = []
        var extras: [Turn] = []
        var source: TurnID.Origin?
        for row in rows {
            guard let turn = turn(row) else { continue }
            if turn.isExtra {
                extras.append(turn)
                continue
            }
            let isSame = row.id.origin == source || isTail(row.id.origin, source)
            if isSame, turn.kind == "agent", turns.last?.kind == "agent" {
                turns[turns.count - 1].text += "\n" + turn.text
                turns[turns.count - 1].tools += turn.tools
                turns[turns.count - 1].images += turn.images
            } else {
                turns.append(turn)
            }
            source = row.id.origin
        }
        return turns + extras
    }

    /// Running tools without a call are one row in the reference.
    private static func isTail(_ origin: TurnID.Origin, _ previous: TurnID.Origin?) -> Bool {
        if case .runningTool = origin, case .runningTool = previous { true } else { false }
    }

    private static func turn(_ row: UITurn) -> Turn? {
        switch row.kind {
        case .user(let user):
            let author =
                switch user.author {
                case .host: "host"
                case .guest(let name): name ?? "guest"
                }
            return Turn(kind: "user", author: author, text: text(user.parts), images: images(user.parts))
        case .prose(let prose): return Turn(kind: "agent", author: "", text: prose.text)
        case .thinking(let thinking):
            return Turn(kind: "agent", author: "", text: thinking.isRedacted ? "thinking · redacted" : "thinking")
        case .tool(let tool), .ask(let tool):
            var turn = Turn(kind: "agent", author: "", text: "", tools: ["\(tool.name):\(status(tool))"])
            turn.isExtra = tool.isOrphan
            if tool.isOrphan { turn.text = "a result without its call" }
            return turn
        case .subagents(let subagents):
            return Turn(
                kind: "agent", author: "", text: "", tools: ["\(subagents.tool.name):\(status(subagents.tool))"])
        case .activity(let activity):
            return Turn(
                kind: "agent", author: "", text: "", tools: activity.steps.map { "\($0.tool.name):\(status($0.tool))" })
        case .image: return Turn(kind: "agent", author: "", text: "", images: 1)
        case .system(let system): return turn(system)
        case .notice(let notice):
            return Turn(
                kind: "custom", author: "", text: notice.customType + " " + text(notice.parts),
                images: images(notice.parts))
        case .advisor(let advisor):
            return Turn(kind: "custom", author: "", text: advisor.remarks.map(\.text.text).joined(separator: "\n"))
        case .traffic: return Turn(kind: "custom", author: "", text: "")
        case .note(let text): return Turn(kind: "agent", author: "", text: text, isExtra: true)
        case .day, .earlierHistory, .newSince, .elided: return nil
        }
    }

    private static func turn(_ system: SystemTurn) -> Turn {
        switch system {
        case .compaction(let tokens, _, _):
            let words = "context compacted · \(SessionFormat.english.tokens(tokens ?? 0)) tokens"
            return Turn(kind: "divider", author: "", text: words)
        case .branchSummary: return Turn(kind: "divider", author: "", text: "branch summary")
        case .modelChange(let model, _): return Turn(kind: "marker", author: "", text: "model → \(model)")
        case .thinkingLevel(let level):
            return Turn(kind: "marker", author: "", text: "thinking → \(level ?? "off")")
        case .stopped(.error, let message): return Turn(kind: "agent", author: "", text: "error " + (message ?? ""))
        case .stopped(.aborted, let message):
            return Turn(kind: "agent", author: "", text: "aborted " + (message ?? ""))
        case .stopped: return Turn(kind: "agent", author: "", text: "stopped", isExtra: true)
        case .retrying, .compacting, .unreadable:
            return Turn(kind: "marker", author: "", text: "\(system)", isExtra: true)
        }
    }

    private static func status(_ tool: ToolTurn) -> String {
        switch tool.status {
        case .pending: "pending"
        case .running: "run"
        case .succeeded: "ok"
        case .failed: "err"
        }
    }

    private static func text(_ parts: [MessagePart]) -> String {
        parts.map { part in
            switch part {
            case .text(let prose): prose.text
            case .note(let text): text
            case .image: ""
            }
        }.joined(separator: "\n")
    }

    private static func images(_ parts: [MessagePart]) -> Int {
        parts.count { if case .image = $0 { true } else { false } }
    }

    // MARK: Comparison

    private static func matches(_ wanted: [Turn], _ found: [Turn]) -> Bool {
        wanted.count == found.count && zip(wanted, found).allSatisfy(matches)
    }

    private static func matches(_ wanted: Turn, _ found: Turn) -> Bool {
        guard wanted.kind == found.kind, wanted.author == found.author, wanted.images == found.images,
            wanted.tools == found.tools
        else { return false }
        // With tools, the reference's text holds the cards' lines too.
        let want = words(wanted.text.replacing("[image]", with: ""))
        let have = words(found.text)
        return wanted.tools.isEmpty ? want == have : isSubsequence(have, of: want)
    }

    private static func words(_ text: String) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber }
    }

    private static func isSubsequence(_ part: [Substring], of whole: [Substring]) -> Bool {
        var rest = whole[...]
        for word in part {
            guard let found = rest.firstIndex(of: word) else { return false }
            rest = rest[rest.index(after: found)...]
        }
        return true
    }

    /// The reference's rows as they are when an id that comes again replaces its entry in place; nil when no id does,
    /// or when rows and entries cannot be told to belong together.
    private static func withoutRepeatedIds(_ turns: [Turn], ids: [String?]) -> [Turn]? {
        guard ids.count == turns.count, Set(ids.compactMap(\.self)).count < ids.compactMap(\.self).count else {
            return nil
        }
        var unique: [(id: String?, turn: Turn)] = []
        for (id, turn) in zip(ids, turns) {
            if let id, let index = unique.firstIndex(where: { $0.id == id }) {
                unique[index].turn = turn
            } else {
                unique.append((id, turn))
            }
        }
        return unique.map(\.turn)
    }

    private static func difference(_ wanted: [Turn], _ found: [Turn]) -> String {
        let index = zip(wanted, found).prefix(while: { matches($0, $1) }).count
        func row(_ turns: [Turn]) -> String {
            guard turns.indices.contains(index) else { return "nothing" }
            let turn = turns[index]
            return "\(turn.kind) \(turn.author) \(turn.tools) images \(turn.images): \(turn.text.prefix(200))"
        }
        return "row \(index) of \(wanted.count)/\(found.count): expected \(row(wanted)), found \(row(found))"
    }
}
