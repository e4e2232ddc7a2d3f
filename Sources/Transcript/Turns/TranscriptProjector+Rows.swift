import CollabReplica
import CollabWire
import Foundation

/// The rows of one entry, before folding and without separators.
extension TranscriptProjector {
    /// Rows of the entry at a position. None for what is not shown by itself: developer messages, paired results,
    /// hidden notices, kinds of a newer host.
    func baseRows(of entry: Entry, at position: Int) -> [UITurn] {
        let origin = streams.origin(of: entry, at: position)
        switch entry.kind {
        case .message(let message):
            return messageRows(
                message, origin: origin, entryId: entry.id, position: position,
                timestamp: entry.timestamp ?? message.timestamp, elided: entry.elided, isStreaming: false)
        case .customMessage(let custom): return customRows(custom, entry, origin)
        case .compaction(let compaction):
            let kind = SystemTurn.compaction(
                tokensBefore: compaction.tokensBefore, summary: compaction.summary,
                shortSummary: compaction.shortSummary)
            return [whole(.system(kind), entry, origin)]
        case .branchSummary(_, let summary): return [whole(.system(.branchSummary(summary)), entry, origin)]
        case .modelChange(let model, let role):
            return [whole(.system(.modelChange(model: model, role: role)), entry, origin)]
        case .thinkingLevelChange(let level): return [whole(.system(.thinkingLevel(level)), entry, origin)]
        case .unreadable: return [whole(.system(.unreadable), entry, origin)]
        case .unknown: return []
        }
    }

    private func whole(_ kind: UITurn.Kind, _ entry: Entry, _ origin: TurnID.Origin) -> UITurn {
        UITurn(
            id: TurnID(origin), entryId: entry.id, timestamp: entry.timestamp,
            elided: ElidedPlaces.references(entry.elided, of: entry.id), kind: kind)
    }

    private func customRows(_ custom: CustomMessage, _ entry: Entry, _ origin: TurnID.Origin) -> [UITurn] {
        if custom.customType == CustomMessage.collabPrompt {
            let turn = UserTurn(
                author: .guest(name: custom.author), isSynthetic: false, parts: Self.parts(of: custom.content))
            return [whole(.user(turn), entry, origin)]
        }
        // What stands for a whole entry that was too large is shown whatever it says of itself: it can be loaded.
        guard custom.display || entry.elided.contains(where: { $0.path.isEmpty }) else { return [] }
        if let traffic = AgentTraffic.read(custom) { return [whole(.traffic(traffic), entry, origin)] }
        if let advisor = AgentTraffic.advisor(custom) { return [whole(.advisor(advisor), entry, origin)] }
        let notice = NoticeTurn(
            customType: custom.customType, parts: Self.parts(of: custom.content), details: custom.details)
        return [whole(.notice(notice), entry, origin)]
    }

    /// Rows of a message, durable or streamed.
    /// - Parameter position: the entry's sequence number; nil while the message streams.
    func messageRows(
        _ message: Message, origin: TurnID.Origin, entryId: String?, position: Int?, timestamp: Date?,
        elided: [ElidedValue], isStreaming: Bool
    ) -> [UITurn] {
        switch message.role {
        case .user(let isSynthetic):
            let kind: UITurn.Kind
            if let traffic = AgentTraffic.delivery(message.content) {
                kind = .traffic(traffic)
            } else {
                kind = .user(
                    UserTurn(author: .host, isSynthetic: isSynthetic, parts: Self.parts(of: message.content)))
            }
            return [
                UITurn(
                    id: TurnID(origin), entryId: entryId, timestamp: timestamp,
                    elided: ElidedPlaces.references(elided, of: entryId), kind: kind)
            ]
        case .assistant(let info):
            return assistantRows(
                message, info, origin: origin, entryId: entryId, position: position, timestamp: timestamp,
                elided: elided, isStreaming: isStreaming)
        case .toolResult(let info):
            guard isOrphan(info.toolCallId) else { return [] }
            let tool = ToolTurn(
                callId: info.toolCallId, name: info.toolName, arguments: nil,
                result: ToolResultValue(content: message.content, details: info.details, isError: info.isError),
                isOrphan: true)
            return [
                toolRow(
                    tool, id: TurnID(origin), entryId: entryId, timestamp: timestamp,
                    elided: ElidedPlaces.references(elided, of: entryId), isStreaming: false)
            ]
        case .developer, .other: return []
        }
    }

    private func assistantRows(
        _ message: Message, _ info: AssistantInfo, origin: TurnID.Origin, entryId: String?, position: Int?,
        timestamp: Date?, elided: [ElidedValue], isStreaming: Bool
    ) -> [UITurn] {
        var rows: [UITurn] = []
        rows.reserveCapacity(message.content.count)
        var places = ElidedPlaces(elided, prefix: [.key("message"), .key("content")])
        var durations: [JSONText]?
        for (index, block) in message.content.enumerated() {
            let isLast = index == message.content.count - 1
            let records = places.isEmpty ? [] : places.take(block: index)
            var row = UITurn(
                id: TurnID(origin, .block(index)), entryId: entryId, timestamp: timestamp,
                isStreaming: isStreaming && isLast, elided: ElidedPlaces.references(records, of: entryId),
                kind: .elided)
            switch block {
            case .text(let text):
                guard !text.isBlank || !records.isEmpty else { continue }
                row.kind = .prose(Prose(text))
            case .thinking(let text):
                guard !text.isBlank || row.isStreaming || !records.isEmpty else { continue }
                if durations == nil { durations = message.raw["thinkingMs"].map { Array($0.elements) } ?? [] }
                let duration = durations.flatMap { $0.indices.contains(index) ? $0[index].doubleValue : nil }
                row.kind = .thinking(
                    ThinkingTurn(text: Prose(text), isRedacted: false, durationMilliseconds: duration))
            case .redactedThinking:
                row.kind = .thinking(ThinkingTurn(text: Prose(""), isRedacted: true, durationMilliseconds: nil))
            case .toolCall(let call):
                row = callRow(call, row, position: position, isWriting: isStreaming)
            case .image(let image): row.kind = .image(image)
            case .note(let text):
                guard !Self.isBlank(text) else { continue }
                row.kind = .note(text)
            case .unknown:
                guard !records.isEmpty else { continue }
            }
            rows.append(row)
        }
        if !places.isEmpty {
            rows.append(
                UITurn(
                    id: TurnID(origin, .elided), entryId: entryId, timestamp: timestamp,
                    elided: ElidedPlaces.references(places.rest, of: entryId), kind: .elided))
        }
        if !isStreaming, let reason = info.stopReason, Self.isWorthSaying(reason) {
            rows.append(
                UITurn(
                    id: TurnID(origin, .stop), entryId: entryId, timestamp: timestamp,
                    kind: .system(.stopped(reason, message: info.errorMessage.flatMap { $0.isEmpty ? nil : $0 }))))
        }
        return rows
    }

    private static func isWorthSaying(_ reason: StopReason) -> Bool {
        switch reason {
        case .error, .aborted, .length: true
        case .stop, .toolUse, .other: false
        }
    }

    /// A call with its result, wherever that is.
    private func callRow(_ call: ToolCall, _ row: UITurn, position: Int?, isWriting: Bool) -> UITurn {
        let running = tools[call.id]
        var tool = ToolTurn(
            callId: call.id, name: call.name, arguments: running?.execution.args ?? call.arguments,
            intent: call.intent ?? running?.execution.intent, partial: running?.partialResult,
            startedAt: running?.startedAt)
        var elided = row.elided
        let found = position.map { calls.result(ofCall: call.id, at: $0) } ?? calls.results(call.id).last
        if let found, case .message(let message) = entries[found].kind, case .toolResult(let info) = message.role {
            tool.result = ToolResultValue(content: message.content, details: info.details, isError: info.isError)
            tool.partial = nil
            tool.startedAt = nil
            elided += ElidedPlaces.references(entries[found].elided, of: entries[found].id)
        } else {
            tool.isRunning = running != nil || isWriting
        }
        return toolRow(
            tool, id: row.id, entryId: row.entryId, timestamp: row.timestamp, elided: elided,
            isStreaming: row.isStreaming)
    }

    /// The row of a call: most are tools, some have a shape of their own.
    func toolRow(
        _ tool: ToolTurn, id: TurnID, entryId: String?, timestamp: Date?, elided: [ElidedReference],
        isStreaming: Bool
    ) -> UITurn {
        let kind: UITurn.Kind =
            switch tool.name {
            case TaskCard.wireName where !tool.isOrphan: .subagents(subagents.turn(tool))
            case AskCard.wireName where !tool.isOrphan: .ask(tool)
            default: .tool(tool)
            }
        return UITurn(
            id: id, entryId: entryId, timestamp: timestamp, isStreaming: isStreaming, elided: elided, kind: kind)
    }

    /// Texts, pictures and notes of a message that is shown as one row. Blocks of a newer host are left out.
    static func parts(of content: [ContentBlock]) -> [MessagePart] {
        content.compactMap { block in
            switch block {
            case .text(let text): text.isBlank ? nil : .text(Prose(text))
            case .image(let image): .image(image)
            case .note(let text): isBlank(text) ? nil : .note(text)
            case .thinking, .redactedThinking, .toolCall, .unknown: nil
            }
        }
    }

    /// Whether there is nothing to see in a text. Time: up to the first letter.
    static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
