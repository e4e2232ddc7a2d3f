import CollabWire

/// Compares a recorded snapshot of the reference with what Enclave holds, and names the rule of every difference that
/// is meant (`Tests/Vectors/deviations.json`).
struct SnapshotComparison {
    /// What is known beside the two snapshots.
    struct Context {
        /// The newer reference's snapshot of the same moment, when `expected` is the older one's.
        var newer: JSONText?
        /// The reference's list of entries by its own rules.
        var reference: [String] = []
        /// The list Enclave means to hold.
        var intended: [String] = []
        /// A welcome could not be applied: the reference applied a part of it.
        var sawBrokenWelcome = false
        /// Questions that came more than once.
        var repeatedQuestions: Set<String> = []
    }

    /// Differences that no rule explains.
    private(set) var failures: [String] = []
    /// Rules of the differences that are meant.
    private(set) var rules: [String] = []

    /// - Parameter skipping: fields that are compared elsewhere.
    init(expected: JSONText, found: ReplicaFields, context: Context, skipping: Set<String> = []) {
        for member in expected.members where !skipping.contains(member.key) {
            guard let text = found[member.key] else { continue }
            let wanted = member.value.canonical
            guard wanted != text, !Self.isSame(member.key, member.value, text) else { continue }
            if let rule = Self.rule(for: member.key, expected: member.value, found: found, context: context) {
                rules.append(rule)
            } else {
                failures.append("\(member.key) \(Report.difference(expected: wanted, found: text))")
            }
        }
    }

    /// A difference of form only: an absent member against an empty one.
    private static func isSame(_ field: String, _ expected: JSONText, _ found: String) -> Bool {
        guard field == "notices" else { return false }
        return notices(expected).canonicalList == (try? JSONText(validating: found)).map { notices($0).canonicalList }
    }

    private static func rule(
        for field: String, expected: JSONText, found: ReplicaFields, context: Context
    ) -> String? {
        if let newer = context.newer?[field], newer.canonical == found[field] { return "newer-reference" }
        switch field {
        case "entries", "entriesSha256", "entryCount", "entryIds":
            if context.sawBrokenWelcome { return "broken-welcome-changes-nothing" }
            return entriesRule(expected: expected, field: field, found: found, context: context)
        case "loading", "header", "agents", "history", "readOnly":
            return context.sawBrokenWelcome ? "broken-welcome-changes-nothing" : nil
        case "stream", "streamDone":
            return ghostRule(found)
        case "uiRequest":
            if expected["reqId"] == nil, !expected.isNull { return "question-without-id" }
            if let id = expected["reqId"]?.canonical, context.repeatedQuestions.contains(id) {
                return "same-question-once"
            }
            return found.state.readOnly ? "no-questions-on-view-links" : nil
        case "notices":
            let kept = notices(expected).filter { !($0.message?.hasPrefix("failed to apply") ?? false) }
            let ours = notices(found).filter { !($0.message?.hasPrefix("failed to apply") ?? false) }
            return kept.map(\.content) == ours.map(\.content) ? "unreadable-frames-noted-once" : nil
        case "endedReason":
            let bothFailed = [expected.stringValue, found.endedReason].allSatisfy {
                $0?.hasPrefix("failed to apply session snapshot") ?? false
            }
            return bothFailed ? "reasons-in-own-words" : nil
        default: return nil
        }
    }

    /// The lists differ as meant when the reference's is what its rules give, and ours is what our rules give.
    private static func entriesRule(
        expected: JSONText, field: String, found: ReplicaFields, context: Context
    ) -> String? {
        guard context.intended == found.state.entries.map(\.raw.canonical) else { return nil }
        if isReferences(expected, field, context) { return "entries-unique-and-kept" }
        // The older reference differs from the newer one, and we mean to differ from that.
        return context.newer?[field].map { isReferences($0, field, context) } == true ? "newer-reference" : nil
    }

    /// Whether a recorded field is what the newer reference's rules give.
    private static func isReferences(_ recorded: JSONText, _ field: String, _ context: Context) -> Bool {
        switch field {
        case "entries": recorded.canonical == ReplicaFields.list(context.reference)
        case "entriesSha256": recorded.stringValue == ReplicaFields.sha256(context.reference)
        case "entryCount": recorded.intValue == context.reference.count
        default: recorded.elements.map { $0 }.count == context.reference.count
        }
    }

    /// The reference keeps the streamed message beside its entry until the end of the message is heard of.
    private static func ghostRule(_ found: ReplicaFields) -> String? {
        found.state.ghost == nil ? "ghost-leaves-with-its-entry" : nil
    }

    private struct NoticeFields: Equatable {
        var id: String
        var level: String
        var message: String?

        var content: [String] { [level, message ?? ""] }
    }

    private static func notices(_ list: JSONText) -> [NoticeFields] {
        list.elements.map {
            NoticeFields(
                id: $0["id"]?.canonical ?? "", level: $0["level"]?.canonical ?? "",
                message: $0["message"]?.stringValue)
        }
    }

    private static func notices(_ found: ReplicaFields) -> [NoticeFields] {
        // The text is ours, hence JSON.
        guard let text = found["notices"], let list = try? JSONText(validating: text) else { return [] }
        return notices(list)
    }
}

extension Array {
    /// Elements as plain texts, with absent messages empty.
    fileprivate var canonicalList: [String] {
        map { String(describing: $0) }.map { $0.replacing("message: nil", with: "message: Optional(\"\")") }
    }
}
