import CollabWire

/// The parsers of the texts of one streamed message: finished blocks of a growing text are parsed once.
struct StreamProse: Sendable {
    private struct Growing: Sendable {
        private var parser = StreamingMarkdown()
        private var text: JSONString = ""

        /// The text so far. What was there before is not read again, only found to be the same.
        mutating func grown(to newText: JSONString) -> Prose {
            if let more = newText.addition(since: text) {
                parser.append(more)
            } else {
                parser.update(text: newText.value)
            }
            text = newText
            return Prose(newText, blocks: parser.list)
        }

        /// The whole text, once nothing is added any more.
        mutating func finished(_ text: JSONString) -> Prose {
            _ = grown(to: text)
            parser.finish()
            return Prose(text, blocks: parser.list)
        }
    }

    private var number: Int?
    private var texts: [Int: Growing] = [:]

    /// Gives streamed rows the blocks of their texts.
    mutating func parse(_ rows: inout [UITurn], of stream: Int) {
        if number != stream {
            number = stream
            texts = [:]
        }
        for index in rows.indices {
            guard case .block(let block) = rows[index].id.part else { continue }
            switch rows[index].kind {
            case .prose(let prose):
                rows[index].kind = .prose(parsed(prose.string, at: block))
            case .thinking(var thinking) where !thinking.isRedacted:
                thinking.text = parsed(thinking.text.string, at: block)
                rows[index].kind = .thinking(thinking)
            default: break
            }
        }
    }

    /// Gives the rows of the entry that a stream became the blocks that are known.
    func hand(to rows: inout [UITurn], origin: TurnID.Origin) {
        guard let number, origin == .stream(number) else { return }
        for index in rows.indices {
            guard case .block(let block) = rows[index].id.part, var growing = texts[block] else { continue }
            switch rows[index].kind {
            case .prose(let prose):
                rows[index].kind = .prose(growing.finished(prose.string))
            case .thinking(var thinking) where !thinking.isRedacted:
                thinking.text = growing.finished(thinking.text.string)
                rows[index].kind = .thinking(thinking)
            default: break
            }
        }
    }

    private mutating func parsed(_ text: JSONString, at block: Int) -> Prose {
        // Taken out, so that the parser's storage is not shared while it grows.
        var growing = texts.removeValue(forKey: block) ?? Growing()
        defer { texts[block] = growing }
        return growing.grown(to: text)
    }
}
