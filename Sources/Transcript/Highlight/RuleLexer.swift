/// The lexer for languages that a table describes.
struct RuleLexer: LineLexer {
    let rules: LanguageRules

    private typealias Open = CodeHighlighter.State.Open

    func lex(_ line: UnsafeBufferPointer<UInt8>, _ open: inout CodeHighlighter.State.Open, _ output: inout TokenOutput)
    {
        var reader = Reader(rules: rules, line: line, output: output)
        open = reader.read(from: open)
        output = reader.output
    }

    private struct Reader {
        let rules: LanguageRules
        let line: UnsafeBufferPointer<UInt8>
        var output: TokenOutput
        var position = 0
        /// What a name coming next would be.
        var expected: CodeToken.Kind?
        /// The last visible byte outside comments.
        var previous: UInt8 = 0
        /// Whether the last name was a keyword, after which a value may stand.
        var afterKeyword = false
        var isCommandNext = true
        var pendingHeredoc: String?
        /// No regular expression ends in the rest of the line.
        var hasNoRegexLeft = false

        mutating func read(from open: Open) -> Open {
            switch open {
            case .heredoc(let word):
                let start = line.skippingBlanks(from: 0)
                let isEnd = line.holds(Array(word.utf8), at: start) && !isNameByte(start + word.utf8.count)
                output.add(to: line.count, .string)
                return isEnd ? .nothing : open
            case .comment(let depth):
                if let left = comment(depth: depth) { return .comment(depth: left) }
            case .text(let kind):
                guard rules.texts.indices.contains(kind) else { break }
                if !text(rules.texts[kind], key: false) { return open }
            case .nothing, .mode:
                break
            }
            while position < line.count {
                if let open = step() { return open }
            }
            return pendingHeredoc.map(Open.heredoc) ?? .nothing
        }

        /// Reads one token; gives what stays open when the line ends inside it.
        private mutating func step() -> Open? {
            let byte = line[position]
            if byte.isBlank || byte == .carriageReturn {
                position += 1
                output.add(to: position, .plain)
                return nil
            }
            if startsComment() {
                output.add(to: line.count, .comment)
                position = line.count
                return nil
            }
            if line.holds(rules.blockOpen, at: position) {
                position += rules.blockOpen.count
                if let left = comment(depth: 1) { return .comment(depth: left) }
                return nil
            }
            if startHeredoc() { return nil }
            for (kind, rule) in rules.texts.enumerated() where line.holds(rule.open, at: position) {
                if rules.hasLifetimes, rule.open == [UInt8(ascii: "'")], lifetime() { return nil }
                position += rule.open.count
                let isWhole = text(rule, key: true)
                finish(UInt8(ascii: "\""))
                return !isWhole && rule.isMultiline ? .text(kind: kind) : nil
            }
            if byte.isDigit || byte == UInt8(ascii: ".") && previous != byte && digit(at: position + 1) {
                number()
                return nil
            }
            if byte.startsName || byte < 0x80 && rules.nameCharacters.contains(byte) && startsWord(byte) {
                return name()
            }
            mark(byte)
            return nil
        }

        // MARK: Comments and texts

        private func startsComment() -> Bool {
            guard rules.lineComments.contains(where: { line.holds($0, at: position) }) else { return false }
            return !rules.commentsNeedSpace || position == 0 || line[position - 1].isBlank
                || line[position - 1] == UInt8(ascii: ";")
        }

        /// Reads to the end of a comment; gives the depth that stays open.
        private mutating func comment(depth: Int) -> Int? {
            var depth = depth
            while position < line.count {
                if line.holds(rules.blockClose, at: position) {
                    position += rules.blockClose.count
                    depth -= 1
                    if depth == 0 {
                        output.add(to: position, .comment)
                        return nil
                    }
                } else if rules.blocksNest, line.holds(rules.blockOpen, at: position) {
                    position += rules.blockOpen.count
                    depth = min(depth + 1, 1_000)
                } else {
                    position += 1
                }
            }
            output.add(to: line.count, .comment)
            return depth
        }

        /// Reads to the end of a text; says whether it ended.
        private mutating func text(_ rule: LanguageRules.Text, key: Bool) -> Bool {
            while position < line.count {
                if rule.hasEscapes, line[position] == UInt8(ascii: "\\") {
                    position = min(position + 2, line.count)
                } else if line.holds(rule.close, at: position) {
                    position += rule.close.count
                    output.add(to: position, key && isKey(at: position) ? .type : .string)
                    return true
                } else {
                    position += 1
                }
            }
            output.add(to: line.count, .string)
            return false
        }

        private func isKey(at end: Int) -> Bool {
            guard let mark = rules.keyMark else { return false }
            let next = line.skippingBlanks(from: end)
            return next < line.count && line[next] == mark
        }

        private mutating func startHeredoc() -> Bool {
            guard line.holds(rules.heredoc, at: position), pendingHeredoc == nil else { return false }
            var start = position + rules.heredoc.count
            while start < line.count,
                line[start] == UInt8(ascii: "-") || line[start] == UInt8(ascii: "~") || line[start].isBlank
            {
                start += 1
            }
            if start < line.count, line[start] == UInt8(ascii: "'") || line[start] == UInt8(ascii: "\"") { start += 1 }
            var end = start
            while end < line.count, line[end].startsName || line[end].isDigit, end - start < 64 { end += 1 }
            guard end > start, line[start].isUppercase || line[start] == UInt8(ascii: "_") else { return false }
            pendingHeredoc = line.string(start..<end)
            if end < line.count, line[end] == UInt8(ascii: "'") || line[end] == UInt8(ascii: "\"") { end += 1 }
            position = end
            output.add(to: end, .string)
            finish(UInt8(ascii: "\""))
            return true
        }

        /// `'name` without a closing quote.
        private mutating func lifetime() -> Bool {
            var end = position + 1
            guard end < line.count, line[end].startsName else { return false }
            while end < line.count, line[end].startsName || line[end].isDigit { end += 1 }
            guard end >= line.count || line[end] != UInt8(ascii: "'") else { return false }
            output.add(to: end, .type)
            position = end
            return true
        }

        // MARK: Numbers and names

        private func digit(at index: Int) -> Bool { index < line.count && line[index].isDigit }

        private mutating func number() {
            var isExponent = false
            position += 1
            while position < line.count {
                let byte = line[position]
                if byte.isDigit || byte == UInt8(ascii: "_") {
                    isExponent = false
                } else if byte.isASCIILetter {
                    isExponent = byte | 0x20 == UInt8(ascii: "e") || byte | 0x20 == UInt8(ascii: "p")
                } else if byte == UInt8(ascii: ".") {
                    guard digit(at: position + 1) else { break }
                } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
                    guard isExponent, digit(at: position + 1) else { break }
                } else {
                    break
                }
                position += 1
            }
            output.add(to: position, .number)
            finish(UInt8(ascii: "0"))
        }

        private func isNameByte(_ index: Int) -> Bool {
            guard index < line.count else { return false }
            let byte = line[index]
            return byte.startsName || byte.isDigit || rules.nameCharacters.contains(byte)
        }

        /// Whether a sign that may stand in names may begin one, too.
        private func startsWord(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "$")
                || rules.hasCommands
                    && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
                        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "~"))
        }

        private mutating func name() -> Open? {
            let start = position
            position += 1
            while isNameByte(position) { position += 1 }
            let word = line.string(start..<position)
            if rules.textPrefixes.contains(word), let open = prefixedText(word) {
                return open
            }
            let kind = kind(of: word, at: start)
            if rules.hasMacros, position + 1 < line.count, line[position] == UInt8(ascii: "!"),
                line[position + 1] != UInt8(ascii: "=")
            {
                position += 1
                output.add(to: position, .function)
            } else {
                output.add(to: position, kind)
            }
            afterKeyword = kind == .keyword
            previous = UInt8(ascii: "a")
            if kind == .keyword {
                let key = rules.isCaseSensitive ? word : word.lowercased()
                expected =
                    rules.introducesFunction.contains(key)
                    ? .function : rules.introducesType.contains(key) ? .type : nil
                isCommandNext = rules.hasCommands && Self.commandKeywords.contains(word)
            } else {
                expected = nil
                isCommandNext = false
            }
            return nil
        }

        private static let commandKeywords: Set<String> = [
            "then", "do", "else", "if", "while", "until", "elif", "time", "exec",
        ]

        /// A text right after letters that belong to it. nil when no quote follows; `.nothing` when it ended.
        private mutating func prefixedText(_ prefix: String) -> Open? {
            for (kind, rule) in rules.texts.enumerated() where line.holds(rule.open, at: position) {
                position += rule.open.count
                var rule = rule
                // A raw text's backslash still keeps a quote from ending it.
                rule.hasEscapes = true
                let isWhole = text(rule, key: false)
                finish(UInt8(ascii: "\""))
                return !isWhole && rule.isMultiline ? .text(kind: kind) : prefixEnd
            }
            return nil
        }

        /// Nothing is open, and the line may go on.
        private var prefixEnd: Open? { position >= line.count ? .nothing : nil }

        private func kind(of word: String, at start: Int) -> CodeToken.Kind {
            if rules.hasCommands { return commandKind(of: word, at: start) }
            let key = rules.isCaseSensitive ? word : word.lowercased()
            let isMember = previous == UInt8(ascii: ".")
            if isKey(at: position) { return .type }
            if !isMember, rules.keywords.contains(key) { return .keyword }
            if let expected { return expected }
            if !isMember, rules.types.contains(key) { return .type }
            let next = position < line.count ? line[position] : 0
            if rules.callsAreFunctions, next == UInt8(ascii: "(") {
                return rules.capitalsAreTypes && line[start].isUppercase ? .type : .function
            }
            if rules.capitalsAreTypes, line[start].isUppercase { return .type }
            return .plain
        }

        private func commandKind(of word: String, at start: Int) -> CodeToken.Kind {
            if let expected { return expected }
            if rules.keywords.contains(word), isCommandNext || word == "in" { return .keyword }
            let next = position < line.count ? line[position] : 0
            if next == UInt8(ascii: "=") { return .type }
            if isCommandNext { return .function }
            if line[start] == UInt8(ascii: "-") { return .number }
            return .plain
        }

        // MARK: Marks

        private mutating func finish(_ byte: UInt8) {
            previous = byte
            afterKeyword = false
            expected = nil
            isCommandNext = false
        }

        private mutating func mark(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "@") where rules.hasAttributes:
                if word(after: position + 1, .keyword) { return }
            case UInt8(ascii: "#"):
                if hash() { return }
            case UInt8(ascii: "$") where rules.hasDollarNames:
                if dollar() { return }
            case UInt8(ascii: ":") where rules.hasSymbols && previous != UInt8(ascii: ":"):
                if word(after: position + 1, .string) { return }
            case UInt8(ascii: "/") where rules.hasRegexes && mayStartValue:
                if regex() { return }
            case UInt8(ascii: "<") where rules.hasTags && mayStartValue:
                if tag() { return }
            case UInt8(ascii: "[") where rules.keyMark == UInt8(ascii: "=") && previous == 0:
                let end = line.next([UInt8(ascii: "]")], from: position).map { $0 + 1 } ?? line.count
                output.add(to: end, .type)
                position = end
                finish(byte)
                return
            default:
                break
            }
            position += 1
            output.add(to: position, .plain)
            let keepsExpectation = expected != nil && byte == UInt8(ascii: "*")
            let kept = expected
            finish(byte)
            if keepsExpectation { expected = kept }
            if rules.hasCommands { isCommandNext = [0x7C, 0x3B, 0x26, 0x28, 0x21, 0x7B].contains(byte) }
        }

        /// Whether a value, rather than an operator, may come here.
        private var mayStartValue: Bool {
            if afterKeyword || previous == 0 { return true }
            return [0x28, 0x2C, 0x3D, 0x3A, 0x5B, 0x21, 0x26, 0x7C, 0x3F, 0x7B, 0x7D, 0x3B, 0x3E].contains(previous)
        }

        private mutating func word(after start: Int, _ kind: CodeToken.Kind) -> Bool {
            var end = start
            if end < line.count, line[end] == UInt8(ascii: "@") { end += 1 }
            guard end < line.count, line[end].startsName else { return false }
            while end < line.count, line[end].startsName || line[end].isDigit { end += 1 }
            output.add(to: end, kind)
            position = end
            finish(UInt8(ascii: "a"))
            return true
        }

        private mutating func hash() -> Bool {
            switch rules.hash {
            case .nothing:
                return false
            case .word:
                return word(after: position + 1, .keyword)
            case .directive:
                guard previous == 0 else { return false }
                let start = line.skippingBlanks(from: position + 1)
                guard word(after: start, .keyword) else { return false }
                let next = line.skippingBlanks(from: position)
                if next < line.count, line[next] == UInt8(ascii: "<"),
                    let end = line.next([UInt8(ascii: ">")], from: next)
                {
                    output.add(to: next, .plain)
                    output.add(to: end + 1, .string)
                    position = end + 1
                }
                return true
            }
        }

        private mutating func dollar() -> Bool {
            let next = position + 1
            guard next < line.count else { return false }
            let byte = line[next]
            if byte == UInt8(ascii: "{") {
                let end = line.next([UInt8(ascii: "}")], from: next).map { $0 + 1 } ?? line.count
                output.add(to: end, .type)
                position = end
                finish(UInt8(ascii: "a"))
                return true
            }
            if byte.isDigit || [0x40, 0x2A, 0x23, 0x3F, 0x21].contains(byte), rules.hasCommands {
                output.add(to: next + 1, .type)
                position = next + 1
                finish(UInt8(ascii: "a"))
                return true
            }
            return word(after: next, .type)
        }

        private mutating func regex() -> Bool {
            var end = position + 1
            guard !hasNoRegexLeft, end < line.count, !line[end].isBlank, ![0x2F, 0x3E].contains(line[end]) else {
                return false
            }
            var isInClass = false
            while end < line.count {
                switch line[end] {
                case UInt8(ascii: "\\"): end += 1
                case UInt8(ascii: "["): isInClass = true
                case UInt8(ascii: "]"): isInClass = false
                case UInt8(ascii: "/") where !isInClass:
                    end += 1
                    while end < line.count, line[end].isASCIILetter { end += 1 }
                    output.add(to: end, .string)
                    position = end
                    finish(UInt8(ascii: "\""))
                    return true
                default: break
                }
                end += 1
            }
            hasNoRegexLeft = true
            return false
        }

        private mutating func tag() -> Bool {
            var start = position + 1
            if start < line.count, line[start] == UInt8(ascii: "/") { start += 1 }
            guard start < line.count, line[start].isASCIILetter else { return false }
            var end = start
            while end < line.count, line[end].startsName || line[end].isDigit || line[end] == UInt8(ascii: ".") {
                end += 1
            }
            output.add(to: start, .plain)
            output.add(to: end, .type)
            position = end
            finish(UInt8(ascii: "a"))
            return true
        }
    }
}
