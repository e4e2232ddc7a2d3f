import CollabWire

/// Rows in words: chips, folded activities, authors, in the person's language.
extension SessionFormat {
    /// "Read 3 files, 2 searches".
    public func text(_ summary: ActivitySummary) -> String {
        let phrases = summary.items.map(phrase)
        let line = phrases.joined(separator: ", ")
        return line.prefix(1).uppercased() + line.dropFirst()
    }

    private func phrase(_ item: ActivitySummary.Item) -> String {
        let count = item.count
        func word(_ one: String, _ many: String) -> String { count == 1 ? one : many }
        func tense(_ done: String, _ doing: String) -> String { item.isRunning ? doing : done }
        let files = word("file", "files")
        let dateien = word("Datei", "Dateien")
        switch item.category {
        case .skill:
            let english = item.name.map { "skill \($0)" } ?? "\(count) skills"
            let german = item.name.map { "Skill \($0)" } ?? "\(count) Skills"
            return choose(tense("used \(english)", "using \(english)"), tense("\(german) benutzt", "benutzt \(german)"))
        case .read:
            return choose(
                tense("read", "reading") + " \(count) \(files)",
                tense("\(count) \(dateien) gelesen", "liest \(count) \(dateien)"))
        case .search:
            return choose("\(count) \(word("search", "searches"))", "\(count) \(word("Suche", "Suchen"))")
        case .edit:
            return choose(
                tense("edited", "editing") + " \(count) \(files)",
                tense("\(count) \(dateien) bearbeitet", "bearbeitet \(count) \(dateien)"))
        case .run:
            let german = "\(count) \(word("Befehl", "Befehle"))"
            return choose(
                tense("ran", "running") + " \(count) \(word("command", "commands"))",
                tense("\(german) ausgeführt", "führt \(german) aus"))
        case .web:
            return choose(
                "\(count) web \(word("lookup", "lookups"))", "\(count)-mal im Web nachgesehen")
        case .todo:
            return choose(tense("updated todos", "updating todos"), tense("Plan nachgeführt", "führt den Plan nach"))
        case .other:
            let name = item.name ?? ""
            return choose(tense("used \(name)", "using \(name)"), tense("\(name) benutzt", "benutzt \(name)"))
                + (count > 1 ? " ×\(count)" : "")
        }
    }

    /// What a chip says.
    public func text(_ system: SystemTurn) -> String {
        switch system {
        case .compaction(let tokensBefore, _, _):
            let words = choose("context compacted", "Kontext zusammengefasst")
            guard let tokensBefore else { return words }
            return "\(words) · \(tokens(tokensBefore)) \(choose("tokens", "Token"))"
        case .branchSummary: return choose("branch summary", "Zusammenfassung eines Zweigs")
        case .modelChange(let model, let role):
            return choose("model", "Modell") + " → \(model)" + (role.map { " (\($0))" } ?? "")
        case .thinkingLevel(let level): return choose("thinking", "Nachdenken") + " → \(level ?? choose("off", "aus"))"
        case .stopped(let reason, let message):
            let words = word(reason)
            return message.map { "\(words): \($0)" } ?? words
        case .retrying(let attempt, let maxAttempts, _, let message):
            let words = choose("retrying", "neuer Versuch") + " \(Self.short(attempt))/\(Self.short(maxAttempts))"
            return message.map { "\(words): \($0)" } ?? words
        case .compacting(let reason, _):
            let words = choose("compacting the context", "Kontext wird zusammengefasst")
            return reason.map { "\(words) (\($0))" } ?? words
        case .unreadable:
            return choose("an entry that could not be read", "ein Eintrag, der nicht lesbar war")
        }
    }

    private func word(_ reason: StopReason) -> String {
        switch reason {
        case .error: choose("error", "Fehler")
        case .aborted: choose("aborted", "abgebrochen")
        case .length: choose("ran out of room", "Platz ausgegangen")
        case .stop, .toolUse: choose("done", "fertig")
        case .other(let name): name
        }
    }

    /// "thought for 12 s", "thinking".
    public func text(_ thinking: ThinkingTurn, isStreaming: Bool) -> String {
        if isStreaming { return choose("thinking", "denkt nach") }
        let hidden = thinking.isRedacted ? choose(" · redacted", " · geschwärzt") : ""
        guard let duration = thinking.durationMilliseconds, duration >= 500 else {
            return choose("thought", "nachgedacht") + hidden
        }
        let time = self.duration(milliseconds: max(1000, duration))
        return choose("thought for \(time)", "\(time) nachgedacht") + hidden
    }

    /// Who wrote a prompt, as its badge says.
    /// - Parameter hostName: the host's name among the participants, when known.
    public func author(_ author: UserTurn.Author, hostName: String?) -> String {
        switch author {
        case .host: hostName ?? choose("host", "Gastgeber")
        case .guest(let name): name ?? choose("guest", "Gast")
        }
    }

    /// "finished", "failed", "was aborted".
    public func text(_ outcome: TrafficTurn.JobReport.Outcome) -> String {
        switch outcome {
        case .completed: choose("finished", "fertig")
        case .failed: choose("failed", "gescheitert")
        case .aborted: choose("was aborted", "abgebrochen")
        }
    }
}
