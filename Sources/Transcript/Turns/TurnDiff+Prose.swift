extension TurnDiff {
    /// Reads the Markdown of rows that come in, the newest first, until so much text was read. A screen then finds the
    /// blocks of what it shows first at hand and parses nothing itself; older rows are read when they come into sight
    /// (``Prose/parsed()``). Called off the main actor.
    ///
    /// A session is not read whole: blocks take about as much memory as their text, and most rows are never looked at.
    /// - Parameter bytes: how much text to read at most, about; a single longer text is left for later.
    public mutating func parseProse(upTo bytes: Int) {
        var left = bytes
        for index in updates.indices.reversed() { updates[index].turn.parseProse(&left) }
        for index in insertions.indices.reversed() {
            for row in insertions[index].turns.indices.reversed() {
                guard left > 0 else { return }
                insertions[index].turns[row].parseProse(&left)
            }
        }
    }
}

extension UITurn {
    /// Reads the row's Markdown as long as it costs no more than what is left.
    fileprivate mutating func parseProse(_ left: inout Int) {
        switch kind {
        case .prose(let prose): kind = .prose(prose.parsed(&left))
        case .user(var user):
            user.parts = user.parts.map { $0.parsed(&left) }
            kind = .user(user)
        case .notice(var notice):
            notice.parts = notice.parts.map { $0.parsed(&left) }
            kind = .notice(notice)
        case .advisor(var advisor):
            for index in advisor.remarks.indices {
                advisor.remarks[index].text = advisor.remarks[index].text.parsed(&left)
            }
            kind = .advisor(advisor)
        case .traffic(.message(var message)):
            message.parts = message.parts.map { $0.parsed(&left) }
            kind = .traffic(.message(message))
        // Closed when they come in: read when somebody opens them.
        case .thinking, .tool, .activity, .subagents, .ask, .image, .system, .traffic, .note, .elided, .day,
            .earlierHistory, .newSince:
            break
        }
    }
}

extension MessagePart {
    fileprivate func parsed(_ left: inout Int) -> MessagePart {
        if case .text(let prose) = self { .text(prose.parsed(&left)) } else { self }
    }
}

extension Prose {
    fileprivate func parsed(_ left: inout Int) -> Prose {
        guard !isParsed, string.byteCount <= left else { return self }
        left -= string.byteCount
        return Prose(string, blocks: MarkdownBlockList(MarkdownDocument(text).blocks))
    }
}
