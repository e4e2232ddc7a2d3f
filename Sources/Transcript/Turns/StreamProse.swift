/// The parsers of the texts of one streamed message: finished blocks of a growing text are parsed once.
struct StreamProse: Sendable {
    private struct Growing: Sendable {
        var text: String
        var parser: StreamingMarkdown
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
                rows[index].kind = .prose(parsed(prose.text, at: block))
            case .thinking(var thinking) where !thinking.isRedacted:
                thinking.text = parsed(thinking.text.text, at: block)
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
            case .prose(let prose) where prose.text == growing.text:
                growing.parser.finish()
                rows[index].kind = .prose(Prose(prose.text, blocks: growing.parser.blocks))
            case .thinking(var thinking) where thinking.text.text == growing.text:
                growing.parser.finish()
                thinking.text = Prose(growing.text, blocks: growing.parser.blocks)
                rows[index].kind = .thinking(thinking)
            default: break
            }
        }
    }

    private mutating func parsed(_ text: String, at block: Int) -> Prose {
        var growing = texts.removeValue(forKey: block) ?? Growing(text: "", parser: StreamingMarkdown())
        growing.parser.update(text: text)
        growing.text = text
        texts[block] = growing
        return Prose(text, blocks: growing.parser.blocks)
    }
}
