import CollabWire

/// Reads what hosts inject into the conversation for the agent's sake: messages between agents, reports of background
/// jobs, remarks of the advisor. The text of these is an envelope for the model; a person is shown its parts.
///
/// Structured `details` win; the envelope is read where they say nothing. What cannot be read is shown as it is.
enum AgentTraffic {
    private static let jobType = "async-result"
    private static let messageTypes: Set<String> = ["irc:incoming", "irc:autoreply", "irc:relay", "irc:workpool"]
    private static let advisorType = "advisor"

    /// A custom message as traffic, or nil when it is none.
    static func read(_ custom: CustomMessage) -> TrafficTurn? {
        if custom.customType == jobType { return .jobs(jobs(custom)) }
        guard messageTypes.contains(custom.customType) else { return nil }
        let body = custom.details?["message"]?.stringValue ?? custom.details?["body"]?.stringValue
        var parts = TranscriptProjector.parts(of: custom.content)
        if let body, !body.isEmpty {
            parts = [.text(Prose(body))] + parts.filter { if case .image = $0 { true } else { false } }
        }
        return .message(
            TrafficTurn.AgentMessage(
                from: nonEmpty(custom.details?["from"]) ?? "agent", to: nonEmpty(custom.details?["to"]),
                parts: parts))
    }

    /// A user message that is nothing but a delivery from a parent agent, or nil.
    static func delivery(_ content: [ContentBlock]) -> TrafficTurn? {
        let opening: StaticString = "[Wait interrupted by message]"
        guard case .text(let first)? = content.first(where: { if case .text = $0 { true } else { false } }),
            first.begins(with: opening)
        else { return nil }
        let source = content.reduce(into: "") { if case .text(let text) = $1 { $0 += text.value } }
        let rest = source.drop(while: \.isWhitespace).dropFirst(opening.utf8CodeUnitCount).drop(while: \.isNewline)
        guard rest.hasPrefix("<irc"), let head = rest.firstIndex(of: ">") else { return nil }
        let tag = ModelTags.attributes(of: rest[..<head])
        var body = rest[rest.index(after: head)...]
        guard tag["from"] == "parent", let agent = tag["agent"], !TranscriptProjector.isBlank(agent),
            body.first?.isNewline == true
        else { return nil }
        while body.last?.isWhitespace == true { body.removeLast() }
        guard body.hasSuffix("</irc>") else { return nil }
        body.removeLast("</irc>".count)
        let text = String(ModelTags.trimmed(body))
        let images = content.compactMap { block -> MessagePart? in
            if case .image(let image) = block { .image(image) } else { nil }
        }
        return .message(TrafficTurn.AgentMessage(from: agent, to: nil, parts: [.text(Prose(text))] + images))
    }

    /// A custom message as remarks of the advisor, or nil when it is none.
    static func advisor(_ custom: CustomMessage) -> AdvisorTurn? {
        guard custom.customType == advisorType else { return nil }
        var remarks: [AdvisorTurn.Remark] = []
        if let notes = custom.details?["notes"] {
            for note in notes.elements {
                guard let text = nonEmpty(note["note"]) else { continue }
                remarks.append(
                    AdvisorTurn.Remark(
                        severity: nonEmpty(note["severity"]), advisor: nonEmpty(note["advisor"]), text: Prose(text)))
            }
        }
        if remarks.isEmpty {
            let text = text(of: custom.content)
            for (attributes, body) in ModelTags.elements(named: "advisory", in: text) {
                remarks.append(
                    AdvisorTurn.Remark(
                        severity: attributes["severity"] ?? attributes["level"], advisor: attributes["advisor"],
                        text: Prose(String(ModelTags.trimmed(body)))))
            }
            if remarks.isEmpty {
                remarks = [
                    AdvisorTurn.Remark(
                        severity: nonEmpty(custom.details?["severity"]), advisor: nil, text: Prose(text))
                ]
            }
        }
        return AdvisorTurn(remarks: remarks)
    }

    // MARK: Jobs

    private static func jobs(_ custom: CustomMessage) -> [TrafficTurn.JobReport] {
        let listed = custom.details?["jobs"].map { Array($0.elements) } ?? []
        let jobs: [JSONText?] = listed.isEmpty ? [custom.details] : listed
        let sections = sections(of: text(of: custom.content))
        return jobs.enumerated().map { index, job in
            report(job, section: sections.indices.contains(index) ? sections[index] : "")
        }
    }

    private static func report(_ job: JSONText?, section: Substring) -> TrafficTurn.JobReport {
        let envelope = ModelTags.elements(named: "task-result", in: section).first
        let status = envelope?.attributes["status"]
        let error = ModelTags.body(of: "error", in: section)
        let reason = ModelTags.body(of: "abort-reason", in: section)
        let outcome: TrafficTurn.JobReport.Outcome =
            if status == "aborted" || reason != nil {
                .aborted
            } else if status == "failed" || status == "error" || error != nil {
                .failed
            } else {
                .completed
            }
        let output: String
        if envelope != nil {
            output = ModelTags.body(of: "output", in: section) ?? ModelTags.body(of: "preview", in: section) ?? ""
        } else {
            let plain = section.range(of: "\n\nStructured output:").map { section[..<$0.lowerBound] } ?? section
            output = String(ModelTags.trimmed(plain))
        }
        return TrafficTurn.JobReport(
            id: nonEmpty(job?["jobId"]) ?? envelope?.attributes["id"] ?? "job", type: nonEmpty(job?["type"]),
            label: nonEmpty(job?["label"]), agent: envelope?.attributes["agent"], outcome: outcome,
            durationMilliseconds: job?["durationMs"]?.doubleValue, output: output, error: error, abortReason: reason,
            data: job?["schema"]?["data"])
    }

    /// The text of each job: several are set apart by lines that begin `── Job`.
    private static func sections(of text: String) -> [Substring] {
        var body = ModelTags.trimmed(text[...])
        if let notice = ModelTags.elements(named: "system-notice", in: body).first,
            body.hasPrefix("<system-notice")
        {
            body = ModelTags.trimmed(notice.body)
        }
        var lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        // The lead-in ("Background job … has completed.") says nothing the report does not.
        if let first = lines.first, first.contains(" completed.") { lines.removeFirst() }
        guard lines.contains(where: { $0.hasPrefix("── Job ") }) else {
            return [lines.first.map { body[$0.startIndex...] } ?? ""]
        }
        var sections: [Substring] = []
        var start: Substring.Index?
        for line in lines where line.hasPrefix("── Job ") {
            if let start { sections.append(body[start..<line.startIndex]) }
            start = line.endIndex
        }
        if let start { sections.append(body[start...]) }
        return sections
    }

    private static func text(of content: [ContentBlock]) -> String {
        let texts = content.compactMap { block -> String? in
            if case .text(let text) = block { text.value } else { nil }
        }
        return texts.count == 1 ? texts[0] : texts.joined(separator: "\n")
    }

    private static func nonEmpty(_ text: JSONText?) -> String? {
        text?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
}
