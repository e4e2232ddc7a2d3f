import CollabGuest
import CollabWire
import EnclaveModel

/// `enclave answer`: answer the question that is open.
enum AnswerCommand: Command {
    static let spec = CommandSpec(
        name: "answer", summary: "answer the question the agent asks",
        arguments: [
            .link,
            .init(
                name: "ANSWER",
                help: "an option's label or number, or the text an editor question wants; - reads "
                    + "standard input to its end",
                isOptional: true, isRepeated: true),
        ],
        options: [
            .link, .name, .timeout, .flag("--skip", "cancel the question"),
            .flag("--list", "print the open questions and answer none"), .json,
        ],
        discussion: [
            """
            Waits until a question is open (--timeout), then answers the oldest. With ENCLAVE_COLLAB_LINK set (or --link) \
            all arguments are the answer. --list --json prints one request of the protocol per line.
            """,
            """
            A question with boxes to tick ([ ], [x]) is answered step by step: each answer ticks one box or takes the tick \
            away, and the host asks again with the boxes as they are then. --list shows them. An option without a box \
            finishes (what it is called is up to the host).
            """,
            """
            Characters that hide or disguise what a question says are named on standard error, before the answer is sent.
            """,
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let console = context.console
        let seconds = try arguments.number("--timeout", in: 1...86_400, spec: spec) ?? 30
        let name = try arguments.guestName(console, spec: spec)
        let (place, words) = try LinkSource.locate(arguments, takesText: true, spec: spec, console: console)
        let listsOnly = arguments.has("--list")
        guard listsOnly || arguments.has("--skip") || !words.isEmpty else {
            throw UsageError("what is the answer? (--skip cancels the question, --list shows it)", spec: spec)
        }
        let link = try await place.link(console, textFollows: words == ["-"])
        try LinkSource.requireControl(link)
        let answer = words == ["-"] ? try await console.readText() : words.joined(separator: " ")
        var options = SessionOptions()
        // Questions come behind the welcome; a list needs the host's word that it has all of them.
        options.confirmsAsks = listsOnly
        return try await RoomVisit.join(
            link, name: name, options: options, context: context, seconds: seconds
        ) { visit, update in
            try visit.requireWritable(update)
            if listsOnly {
                let asks = try await visit.wait(seconds: seconds, for: "the host did not say what it asks") { update in
                    update.hasAllAsks ? update.replica.asks : nil
                }
                if asks.isEmpty { console.say("nothing is asked") }
                for ask in asks {
                    if arguments.has("--json") { console.print(ask.line) } else { console.printListing(ask.listing) }
                }
                return .ok
            }
            let ask = try await visit.wait(seconds: seconds, for: "no question came") { $0.replica.asks.first }
            for caution in ask.cautions { console.say(caution) }
            let value = arguments.has("--skip") ? nil : try Self.value(answer, for: ask)
            let notices = visit.session.current.replica.notices
            try await visit.settle(await visit.session.answer(ask.id, value: value))
            _ = try await visit.wait(seconds: seconds, for: "the host did not take the answer") { update in
                let refusal = update.replica.notices.contains { $0.id > notices.last?.id ?? 0 && $0.level == .error }
                return refusal || !update.replica.asks.contains { $0.id == ask.id } ? true : nil
            }
            try await visit.listenForRefusal(after: notices, seconds: 0.2)
            console.say((value == nil ? "skipped: \(ask.title)" : "answered: \(ask.title)").printable)
            return .ok
        }
    }

    /// What goes back to the host: the label of an option byte for byte, or an editor's text as it is.
    static func value(_ text: String, for ask: Ask) throws(CommandFailure) -> String {
        guard case .select(let select) = ask.kind else { return text }
        if let exact = select.options.first(where: { $0.label == text }) { return exact.label }
        if let number = Int(text), select.options.indices.contains(number - 1) {
            return select.options[number - 1].label
        }
        let like = select.options.filter { $0.label.lowercased().hasPrefix(text.lowercased()) }
        guard !text.isEmpty, like.count == 1 else {
            throw CommandFailure(.usage, "no such option. The question is:\n\(ask.listing)")
        }
        return like[0].label
    }
}

extension Ask {
    /// The question with numbered options, for a terminal, and what to know about its letters.
    var listing: String { ([question] + cautions.map { "  \($0)" }).joined(separator: "\n") }

    /// What to know about the letters of the question before answering it, a line each.
    var cautions: [String] {
        let caution = AskCaution(self)
        var lines: [String] = []
        if caution.hasDirections { lines.append("! hidden characters that turn the direction of text were left out") }
        if caution.hasControls { lines.append("! hidden control characters were left out") }
        if !caution.lookalikes.isEmpty {
            lines.append(
                "! letters that only look like Latin ones: \(caution.lookalikes.joined(separator: ", "))".printable)
        }
        return lines
    }

    private var question: String {
        switch kind {
        case .unknown: return "\(title.printable)\n  (a question of a newer host; --skip cancels it)"
        case .editor(let prefill):
            return ([title] + (prefill.map { ["  (suggested) \($0)"] } ?? [])).map(\.printable).joined(separator: "\n")
        case .select(let select):
            let options = select.options.enumerated().map { index, option in
                let box =
                    !select.isMarkable(index) || select.marker != .checkbox
                    ? "" : select.isChecked(index) ? "[x] " : "[ ] "
                let hint = index == select.initialIndex ? "  (recommended)" : ""
                let description = option.description.map { "\n       \($0.printable)" } ?? ""
                return "  \(index + 1)  \(box)\(option.label.printable)\(hint)\(description)"
            }
            return ([title.printable] + options).joined(separator: "\n")
        }
    }

    /// The request as the host sent it, on one line.
    var line: String {
        var line = JSONLine("ask")
        line.add("request", raw)
        return line.text
    }
}
