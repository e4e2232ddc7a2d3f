import CollabWire

/// `github`: repositories, pull requests, searches, workflow runs.
public enum GithubCard: ToolCardKind {
    /// `github`.
    public static let names = ["github"]

    /// Operation and what it is about.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let operation = input.text("op") ?? ""
        let chip =
            operation.isEmpty ? CardFormat.badge("no op", .warning) : CardFormat.badge(operation, .accent)
        return [chip] + target(operation, input)
    }

    /// Arguments, text to send, runs with jobs and logs, checkouts or details, the answer.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var blocks = CardFormat.facts(
            input.arguments.filter { $0.key != "op" && $0.key != "body" && !$0.value.isNull }.map(fact))
        if let text = input.text("body"), !text.isEmpty {
            blocks.append(.section(title: "body", [.markdown(Prose(text))]))
        }
        let watch = input.detail("watch").flatMap { $0.isObject ? $0 : nil }
        if let watch { blocks += self.watch(watch) }
        blocks += CardFormat.rows((input.detail("checkouts")?.objects ?? []).map(checkout))
        if watch == nil { blocks += details(input) }
        return blocks + input.imageBlocks + input.proseBlocks
    }

    // MARK: Arguments

    private static func target(_ operation: String, _ input: ToolCardInput) -> [CardText] {
        func nonEmpty(_ argument: String) -> String? { input.text(argument).flatMap { $0.isEmpty ? nil : $0 } }
        let repository = nonEmpty("repo").map { CardText($0, tone: .muted) }
        if operation.hasPrefix("search_") {
            let query = nonEmpty("query").map { CardText(CardFormat.line($0, limit: 60), .pattern) }
            return [query, repository].compactMap(\.self)
        }
        switch operation {
        case "pr_checkout", "pr_push":
            let target = (pullRequests(input["pr"]) ?? nonEmpty("branch")).map { CardText($0) }
            return [target, repository].compactMap(\.self)
        case "pr_create":
            if let title = nonEmpty("title") { return [CardText(CardFormat.line(title, limit: 60))] }
            return input.isTrue("fill") ? [CardText("fill from commits", tone: .muted)] : []
        case "run_watch":
            if let run = nonEmpty("run") { return [CardText("run \(CardFormat.cut(run, limit: 50))")] }
            return [CardText("\(input.text("branch") ?? "HEAD") workflow runs", tone: .muted)]
        default:
            return [
                nonEmpty("repo").map { CardText($0) }, nonEmpty("branch").map { CardText($0, tone: .muted) },
                pullRequests(input["pr"]).map { CardText($0) },
            ].compactMap(\.self)
        }
    }

    private static func fact(_ argument: (key: String, value: JSONText)) -> CardFact {
        let value = argument.value
        if value.isArray {
            let parts = value.elements.filter { $0.isString || $0.isNumber }.map(\.display)
            return CardFact(argument.key, parts.joined(separator: ", "))
        }
        return value.isObject
            ? CardFact(argument.key, "[invalid arg]", tone: .failure) : CardFact(argument.key, value.display)
    }

    private static func pullRequests(_ value: JSONText?) -> String? {
        if let single = value?.stringValue { return issue(single) }
        if let number = value?.finite { return "#\(CardFormat.number(number))" }
        let parts = (value?.strings ?? []).compactMap(issue)
        guard !parts.isEmpty else { return nil }
        return parts.prefix(3).joined(separator: ", ") + (parts.count > 3 ? ", +\(parts.count - 3) more" : "")
    }

    /// A number, an address of an issue, or a branch.
    private static func issue(_ text: String) -> String? {
        guard let text = ToolCardInput.trimmed(text) else { return nil }
        if text.allSatisfy({ $0.isASCII && $0.isNumber }) { return "#\(text)" }
        for mark in ["/issues/", "/pull/"] {
            guard let found = text.firstRange(of: mark) else { continue }
            let digits = text[found.upperBound...].prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty { return "#\(digits)" }
        }
        return CardFormat.cut(text, limit: 40)
    }

    // MARK: Details

    private static func details(_ input: ToolCardInput) -> [CardBlock] {
        var facts: [CardFact?] = detailKeys.map { key in
            guard let value = input.detail(key) else { return nil }
            if let number = value.finite { return CardFact(key, CardFormat.number(number)) }
            guard let text = value.stringValue, !text.isEmpty else { return nil }
            return CardFact(
                key, key == "worktreePath" ? CardFormat.path(text) : key == "headSha" ? short(text) : text)
        }
        let runs = (input.detail("runIds").map { Array($0.elements) } ?? []).compactMap(\.finite).map {
            "#\(CardFormat.number($0))"
        }
        facts.append(CardFact("runs", runs.joined(separator: ", ")))
        let failed = input.detail("failedJobs")?.strings ?? []
        facts.append(CardFact("failedJobs", failed.joined(separator: ", "), tone: .failure))
        return CardFormat.facts(facts)
    }

    private static let detailKeys = [
        "repo", "branch", "worktreePath", "remote", "remoteBranch", "headSha", "runId", "status", "conclusion",
    ]

    private static func short(_ sha: String) -> String {
        sha.count >= 12 && sha.allSatisfy(\.isHexDigit) ? String(sha.prefix(7)) : sha
    }

    private static func checkout(_ checkout: JSONText) -> CardRow {
        var texts = [CardText(checkout["branch"]?.stringValue ?? "")]
        if let path = checkout["worktreePath"]?.stringValue, !path.isEmpty {
            texts.append(CardText(CardFormat.path(path), .path, tone: .muted))
        }
        if checkout["reused"]?.boolValue == true { texts.append(CardFormat.badge("reused")) }
        return CardRow(checkout["prNumber"]?.finite.map { "#\(CardFormat.number($0))" } ?? "PR", texts: texts)
    }

    // MARK: Workflow runs

    private static func watch(_ watch: JSONText) -> [CardBlock] {
        let repository = watch["repo"]?.stringValue ?? ""
        let isWatching = watch["state"]?.stringValue == "watching"
        let single = watch["run"].flatMap { $0.isObject ? $0 : nil }
        let head: String
        if watch["mode"]?.stringValue == "run", let id = single?["id"]?.finite {
            head = "\(isWatching ? "watching run" : "run") #\(CardFormat.number(id)) on \(repository)"
        } else {
            let commit = watch["headSha"]?.stringValue.map(short) ?? "this commit"
            head = isWatching ? "watching \(commit) on \(repository)" : "workflow runs for \(commit) on \(repository)"
        }
        var blocks: [CardBlock] = [.note(head, tone: .muted)]
        if let note = watch["note"]?.stringValue, !note.isEmpty { blocks.append(.note(note, tone: .muted)) }
        let runs = single.map { [$0] } ?? watch["runs"]?.objects ?? []
        if runs.isEmpty { blocks.append(.note("waiting for workflow runs…", tone: .muted)) }
        blocks += CardFormat.rows(runs.flatMap(rows))
        for log in watch["failedLogs"]?.objects ?? [] { blocks.append(self.log(log)) }
        return blocks
    }

    private static func rows(_ run: JSONText) -> [CardRow] {
        let label = run["workflowName"]?.stringValue ?? run["displayTitle"]?.stringValue ?? "GitHub Actions"
        var texts: [CardText] = []
        if let branch = run["branch"]?.stringValue, !branch.isEmpty {
            texts.append(CardText(branch, tone: .muted))
        } else if let sha = run["headSha"]?.stringValue, !sha.isEmpty {
            texts.append(CardText(short(sha), tone: .muted))
        }
        if let id = run["id"]?.finite { texts.append(CardText("#\(CardFormat.number(id))", tone: .muted)) }
        let conclusion = run["conclusion"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        if let word = conclusion ?? run["status"]?.stringValue { texts.append(CardFormat.badge(word)) }
        let jobs = run["jobs"]?.objects ?? []
        let none = jobs.isEmpty ? [CardRow(texts: [CardText("waiting for workflow jobs…", tone: .muted)])] : []
        return [CardRow(label, state: state(of: run), texts: texts)] + none + jobs.map(job)
    }

    private static func job(_ job: JSONText) -> CardRow {
        var texts = [CardText(job["name"]?.stringValue ?? "job")]
        if let duration = job["durationSeconds"]?.finite {
            texts.append(CardText("\(CardFormat.number(duration))s", tone: .muted))
        }
        return CardRow(state: state(of: job), texts: texts)
    }

    /// How a run or job stands, in any of the service's words.
    private static func state(of item: JSONText) -> CardRow.State {
        switch item["conclusion"]?.stringValue {
        case "success", "neutral", "skipped": .succeeded
        case "failure", "timed_out", "cancelled", "action_required", "startup_failure": .failed
        default: item["status"]?.stringValue == "in_progress" ? .running : .pending
        }
    }

    private static func log(_ log: JSONText) -> CardBlock {
        let run = log["runId"]?.finite.map { " #\(CardFormat.number($0))" } ?? ""
        let name = log["jobName"]?.stringValue ?? "job"
        let title = "\(name) — \(log["workflowName"]?.stringValue ?? "run")\(run)"
        guard let tail = log["tail"]?.stringValue, !tail.isEmpty, log["available"]?.boolValue != false else {
            return .note("\(title): log tail unavailable", tone: .warning)
        }
        return .output(CardOutput(tail, title: title, isError: true))
    }
}
