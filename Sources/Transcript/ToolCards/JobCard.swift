import CollabWire

/// `job`, formerly `await`, `poll`, `cancel_job`: background jobs waited for, stopped, listed.
public enum JobCard: ToolCardKind {
    /// `job`, `await`, `poll`, `cancel_job`.
    public static let names = ["job", "await", "poll", "cancel_job"]

    /// Which jobs.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        var line: [CardText] = []
        let cancelled = cancelled(input)
        let polled = polled(input)
        if input.isTrue("list") { line.append(CardFormat.badge("list", .accent)) }
        if !cancelled.isEmpty { line.append(CardFormat.badge(label("cancel", cancelled), .warning)) }
        if !polled.isEmpty { line.append(CardFormat.badge(label("poll", polled), .accent)) }
        return line.isEmpty ? [CardText("all running jobs", tone: .muted)] : line
    }

    /// What was asked, a tally, the jobs, the text.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var asked: [CardFact] = []
        if input.isTrue("list") { asked.append(CardFact("list", "all jobs")) }
        asked.append(CardFact("poll", polled(input).joined(separator: ", ")))
        asked.append(CardFact("cancel", cancelled(input).joined(separator: ", ")))
        var blocks = CardFormat.facts(asked)
        let jobs = (input.detail("jobs")?.objects ?? []).compactMap(Job.init)
        if !jobs.isEmpty {
            blocks += tally(jobs)
            blocks.append(.rows(jobs.sorted(by: Job.comesFirst).map(\.row)))
        }
        let agents = (input.detail("agents")?.objects ?? []).compactMap(agent)
        blocks += CardFormat.rows(agents)
        let troubles = (input.detail("cancelled")?.objects ?? []).compactMap { outcome -> String? in
            guard let id = outcome["id"]?.stringValue, let status = outcome["status"]?.stringValue, !id.isEmpty,
                status != "cancelled", !status.isEmpty
            else { return nil }
            return "\(id): \(String(status.map { $0 == "_" ? " " : $0 }))"
        }
        if !troubles.isEmpty { blocks.append(.note(troubles.joined(separator: " · "), tone: .warning)) }
        return blocks + input.imageBlocks + input.outputBlocks(title: jobs.isEmpty ? nil : "snapshot")
    }

    private static func polled(_ input: ToolCardInput) -> [String] {
        for key in ["poll", "jobs", "jobIds"] {
            let ids = (input[key]?.strings ?? []).filter { !$0.isEmpty }
            if !ids.isEmpty { return ids }
        }
        return []
    }

    private static func cancelled(_ input: ToolCardInput) -> [String] {
        let ids = (input["cancel"]?.strings ?? []).filter { !$0.isEmpty }
        if !ids.isEmpty { return ids }
        return input.text("jobId").flatMap { $0.isEmpty ? nil : [$0] } ?? []
    }

    private static func label(_ verb: String, _ ids: [String]) -> String {
        ids.count <= 2 ? "\(verb) \(ids.joined(separator: ", "))" : "\(verb) \(ids.count)"
    }

    private static func tally(_ jobs: [Job]) -> [CardBlock] {
        func count(_ status: String) -> Int { jobs.count { $0.status == status } }
        let running = count("running")
        let waiting = running == jobs.count ? "waiting on \(running)" : "waiting on \(running) of \(jobs.count)"
        return CardFormat.badges([
            running > 0 ? CardFormat.badge(waiting, .accent) : nil,
            count("completed") > 0 ? CardFormat.badge("\(count("completed")) completed", .success) : nil,
            count("failed") > 0 ? CardFormat.badge("\(count("failed")) failed", .failure) : nil,
            count("cancelled") > 0 ? CardFormat.badge("\(count("cancelled")) cancelled", .warning) : nil,
        ])
    }

    private static func agent(_ agent: JSONText) -> CardRow? {
        guard let id = agent["id"]?.stringValue ?? agent["name"]?.stringValue else { return nil }
        let texts = ["status", "description", "label"].compactMap { agent[$0]?.stringValue }.map { CardText($0) }
        return CardRow(id, texts: texts)
    }

    private struct Job {
        var id: String
        var type: String
        var status: String
        var label: String
        var duration: Double
        var result: String
        var error: String

        init?(_ job: JSONText) {
            guard let id = job["id"]?.stringValue, !id.isEmpty else { return nil }
            self.id = id
            type = job["type"]?.stringValue ?? ""
            status = job["status"]?.stringValue ?? ""
            label = CardFormat.line(job["label"]?.stringValue ?? "", limit: 80)
            duration = job["durationMs"]?.finite ?? 0
            result = job["resultText"]?.stringValue ?? ""
            error = job["errorText"]?.stringValue ?? ""
        }

        private static let order = ["running", "failed", "cancelled", "completed"]

        /// Those that run come first, then the failed; among equals the longest.
        static func comesFirst(_ left: Job, _ right: Job) -> Bool {
            let leftRank = order.firstIndex(of: left.status) ?? order.count
            let rightRank = order.firstIndex(of: right.status) ?? order.count
            return leftRank == rightRank ? left.duration > right.duration : leftRank < rightRank
        }

        var row: CardRow {
            var texts: [CardText] = []
            if !type.isEmpty { texts.append(CardFormat.badge(type)) }
            if label != id { texts.append(CardText(id, .path)) }
            texts.append(CardText(label.isEmpty ? "(no label)" : label))
            if duration > 0 { texts.append(CardText(CardFormat.duration(milliseconds: duration), tone: .muted)) }
            let isFailure = !TranscriptProjector.isBlank(error)
            let preview = CardFormat.line(Self.unwrapped(isFailure ? error : result), limit: 160)
            if !preview.isEmpty {
                texts.append(CardText("— \(preview)", tone: isFailure ? .failure : .muted))
            }
            return CardRow(status.isEmpty ? "?" : status, state: state, texts: texts)
        }

        private var state: CardRow.State {
            switch status {
            case "completed": .succeeded
            case "failed": .failed
            case "cancelled": .skipped
            case "running": .running
            default: .none
            }
        }

        /// A subagent's result comes wrapped for the model.
        private static func unwrapped(_ text: String) -> String {
            let trimmed = ModelTags.trimmed(text[...])
            guard trimmed.hasPrefix("<task-result") else { return text }
            let body = ModelTags.body(of: "output", in: trimmed) ?? ModelTags.body(of: "preview", in: trimmed)
            return body.flatMap { $0.isEmpty ? nil : $0 } ?? text
        }
    }
}
