import CollabWire

/// `irc`: messages between agents.
public enum IrcCard: ToolCardKind {
    /// `irc`.
    public static let names = ["irc"]

    /// What is done, with whom, what is said.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let operation = input.text("op") ?? "?"
        var line = [
            CardFormat.badge(operation, input.isError ? .failure : operation == "send" ? .accent : .plain)
        ]
        switch operation {
        case "send":
            if let to = input.text("to"), !to.isEmpty { line.append(CardText("→ \(to)", .pattern)) }
            if let message = input.text("message") {
                line.append(CardText(CardFormat.line(message, limit: 80), tone: .muted))
            }
        case "wait":
            if let waited = Message(input.detail("waited")) {
                line.append(CardText("← \(waited.from)", .pattern))
                line.append(CardText(CardFormat.line(waited.body, limit: 80), tone: .muted))
            } else {
                line.append(CardText("← \(input.text("from") ?? "anyone")", .pattern))
                if isTimedOut(input) { line.append(CardFormat.badge("timed out", .warning)) }
            }
        case "inbox":
            if input.isTrue("peek") { line.append(CardFormat.badge("peek")) }
            if input.hasDetails {
                let count = inbox(input).count
                line.append(CardText(count == 0 ? "empty" : CardFormat.count(count, "message"), tone: .muted))
            }
        case "list":
            let peers = peers(input)
            if input.hasDetails { line.append(CardText(CardFormat.count(peers.count, "peer"), tone: .muted)) }
            let unread = peers.reduce(0) { $0 + $1.unread }
            if unread > 0 { line.append(CardFormat.badge("\(CardFormat.number(unread)) unread", .warning)) }
        default: break
        }
        return line
    }

    /// Conditions, the message, receipts, what came in, peers, the text.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let operation = input.text("op")
        let to = input.text("to").flatMap { $0.isEmpty ? nil : $0 }
        var blocks = CardFormat.badges([
            CardFormat.badge(operation ?? "?"),
            to.map { CardFormat.badge("to \($0)") },
            operation == "wait" ? input.text("from").map { CardFormat.badge("from \($0)") } : nil,
            to == "all" ? CardFormat.badge("broadcast") : nil,
            input.isTrue("await") ? CardFormat.badge("await reply") : nil,
            input.text("replyTo").flatMap { $0.isEmpty ? nil : CardFormat.badge("reply") },
            input.isTrue("peek") ? CardFormat.badge("peek") : nil,
        ])
        if let message = input.text("message"), !message.isEmpty { blocks.append(.markdown(Prose(message))) }
        let receipts = receipts(input)
        let waited = Message(input.detail("waited"))
        let inbox = inbox(input)
        let peers = peers(input)
        blocks += CardFormat.rows(receipts)
        blocks += CardFormat.rows(waited.map { [$0.row(label: "← \($0.from)")] } ?? [])
        if isTimedOut(input) {
            blocks.append(
                .note("No reply yet — they may answer later; check inbox or wait again.", tone: .warning))
        }
        blocks += CardFormat.rows(inbox.map { $0.row(label: $0.from) })
        blocks += CardFormat.rows(peers.sorted(by: Peer.comesFirst).map(\.row))
        let isStructured = !receipts.isEmpty || waited != nil || isTimedOut(input) || !inbox.isEmpty || !peers.isEmpty
        return !isStructured || input.isError ? blocks + input.outputBlocks() : blocks + input.noteBlocks
    }

    private static func isTimedOut(_ input: ToolCardInput) -> Bool { input.detail("waited")?.isNull == true }

    private struct Message {
        var from: String
        var body: String
        var isReply: Bool

        init?(_ message: JSONText?) {
            guard let from = message?["from"]?.stringValue, let body = message?["body"]?.stringValue else {
                return nil
            }
            self.from = from
            self.body = body
            isReply = message?["replyTo"]?.stringValue.map { !$0.isEmpty } ?? false
        }

        func row(label: String) -> CardRow {
            CardRow(label, texts: [CardText(body)] + (isReply ? [CardFormat.badge("reply")] : []))
        }
    }

    private static func inbox(_ input: ToolCardInput) -> [Message] {
        (input.detail("inbox")?.objects ?? []).compactMap(Message.init)
    }

    private static func receipts(_ input: ToolCardInput) -> [CardRow] {
        (input.detail("receipts")?.objects ?? []).compactMap { receipt in
            guard let to = receipt["to"]?.stringValue, let outcome = receipt["outcome"]?.stringValue else { return nil }
            var texts = [CardFormat.badge(outcome, tone(ofOutcome: outcome))]
            if let error = receipt["error"]?.stringValue, !error.isEmpty {
                texts.append(CardText("— \(error)", tone: .failure))
            }
            return CardRow(to, state: outcome == "failed" ? .failed : .none, texts: texts)
        }
    }

    private static func tone(ofOutcome outcome: String) -> CardTone {
        switch outcome {
        case "woken": .success
        case "revived": .warning
        case "injected": .accent
        case "failed": .failure
        default: .plain
        }
    }

    private struct Peer {
        var id: String
        var kind: String
        var status: String
        var parent: String?
        var unread: Double

        init?(_ peer: JSONText) {
            guard let id = peer["id"]?.stringValue else { return nil }
            self.id = id
            kind = peer["kind"]?.stringValue ?? "?"
            status = peer["status"]?.stringValue ?? "?"
            parent = peer["parentId"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
            unread = peer["unread"]?.finite ?? 0
        }

        private static let order = ["running", "idle", "parked"]

        static func comesFirst(_ left: Peer, _ right: Peer) -> Bool {
            (order.firstIndex(of: left.status) ?? order.count) < (order.firstIndex(of: right.status) ?? order.count)
        }

        var row: CardRow {
            var texts = [
                CardFormat.badge(status, tone), CardText(parent.map { "\(kind) · of \($0)" } ?? kind, tone: .muted),
            ]
            if unread > 0 { texts.append(CardFormat.badge("\(CardFormat.number(unread)) unread", .warning)) }
            return CardRow(id, state: status == "running" ? .running : .none, texts: texts)
        }

        private var tone: CardTone {
            switch status {
            case "running": .accent
            case "idle": .success
            case "parked": .plain
            default: .failure
            }
        }
    }

    private static func peers(_ input: ToolCardInput) -> [Peer] {
        (input.detail("peers")?.objects ?? []).compactMap(Peer.init)
    }
}
