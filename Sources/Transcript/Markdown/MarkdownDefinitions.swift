/// Link definitions (`[name]: address "title"`) of a document.
///
/// Definitions of the whole document hold for all of it, also for text before them. Those inside quotes and list items
/// hold for their own top-level block.
struct MarkdownDefinitions {
    /// A definition as Markdown source, ending in a line feed.
    typealias Source = [UInt8]

    /// The most definitions kept.
    static let limit = 2_000
    /// The longest name, in bytes (CommonMark says 999 characters).
    static let longestName = 999

    private(set) var sources: [String: Source] = [:]

    var isEmpty: Bool { sources.isEmpty }

    /// Adds a definition unless the name has one: the first counts. Returns whether it was added.
    @discardableResult
    mutating func add(_ name: String, _ source: Source) -> Bool {
        guard sources[name] == nil, sources.count < Self.limit else { return false }
        sources[name] = source
        return true
    }

    /// The definitions of given names, as source to stand before a text.
    func source(for names: Set<String>) -> [UInt8] {
        guard !sources.isEmpty, !names.isEmpty else { return [] }
        var result: [UInt8] = []
        for name in names.sorted() {
            if let source = sources[name] { result += source }
        }
        if !result.isEmpty { result.append(.lineFeed) }
        return result
    }

    /// The names in square brackets in a text: what definitions could turn into links.
    static func names(in bytes: UnsafeBufferPointer<UInt8>) -> Set<String> {
        var names: Set<String> = []
        var opened: Int?
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\"):
                position += 1
            case UInt8(ascii: "["):
                opened = position + 1
            case UInt8(ascii: "]"):
                if let start = opened, position - start <= longestName, let name = name(bytes[start..<position]) {
                    names.insert(name)
                }
                opened = nil
            default:
                break
            }
            position += 1
        }
        return names
    }

    /// The definitions a piece starts with.
    static func definitions(in bytes: UnsafeBufferPointer<UInt8>) -> [(name: String, source: Source)] {
        var reader = Reader(bytes: bytes)
        var found: [(name: String, source: Source)] = []
        while let definition = reader.next() { found.append(definition) }
        return found
    }

    /// A name as it is compared: case and runs of white space do not count.
    private static func name(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let words = text.split { $0 == " " || $0 == "\t" || $0.isNewline }
        return words.isEmpty ? nil : words.joined(separator: " ").lowercased()
    }

    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        mutating func next() -> (name: String, source: Source)? {
            let start = position
            guard let definition = read() else {
                position = start
                return nil
            }
            return definition
        }

        private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

        private var isAtLineEnd: Bool {
            guard let byte = current else { return true }
            return byte == .lineFeed || byte == .carriageReturn
        }

        private mutating func read() -> (name: String, source: Source)? {
            let start = position
            skipBlanks()
            guard position - start <= 3, current == UInt8(ascii: "[") else { return nil }
            position += 1
            let nameStart = position
            while let byte = current, byte != UInt8(ascii: "]") {
                if byte == UInt8(ascii: "[") { return nil }
                position += byte == UInt8(ascii: "\\") ? 2 : 1
                guard position - nameStart <= MarkdownDefinitions.longestName else { return nil }
            }
            guard position < bytes.count, let name = MarkdownDefinitions.name(bytes[nameStart..<position]) else {
                return nil
            }
            position += 1
            guard current == UInt8(ascii: ":") else { return nil }
            position += 1
            guard skipBlanksAndOneLineEnd(), readDestination() else { return nil }

            let afterDestination = position
            skipBlanks()
            let hasTitleOnLine = !isAtLineEnd
            if hasTitleOnLine, position == afterDestination { return nil }
            var end = position
            if skipBlanksAndOneLineEnd(), readTitle() {
                skipBlanks()
                if isAtLineEnd { end = position } else if hasTitleOnLine { return nil }
            } else if hasTitleOnLine {
                return nil
            }
            position = end
            let source = String(decoding: bytes[start..<end], as: UTF8.self).withoutCarriageReturns.utf8 + [.lineFeed]
            skipLineEnd()
            return (name, Array(source))
        }

        private mutating func skipBlanks() {
            while let byte = current, byte.isBlank { position += 1 }
        }

        private mutating func skipLineEnd() {
            if current == .carriageReturn { position += 1 }
            if current == .lineFeed { position += 1 }
        }

        /// Whether something follows before a second line end.
        private mutating func skipBlanksAndOneLineEnd() -> Bool {
            skipBlanks()
            if isAtLineEnd {
                skipLineEnd()
                skipBlanks()
            }
            return !isAtLineEnd
        }

        private mutating func readDestination() -> Bool {
            let start = position
            if current == UInt8(ascii: "<") {
                position += 1
                while let byte = current, byte != UInt8(ascii: ">") {
                    if byte == UInt8(ascii: "<") || byte == .lineFeed || byte == .carriageReturn { return false }
                    position += byte == UInt8(ascii: "\\") ? 2 : 1
                }
                guard position < bytes.count else { return false }
                position += 1
                return true
            }
            while let byte = current, byte > .space { position += 1 }
            return position > start
        }

        private mutating func readTitle() -> Bool {
            guard let open = current else { return false }
            let close: UInt8
            switch open {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): close = open
            case UInt8(ascii: "("): close = UInt8(ascii: ")")
            default: return false
            }
            position += 1
            while let byte = current, byte != close {
                position += byte == UInt8(ascii: "\\") ? 2 : 1
            }
            guard position < bytes.count else { return false }
            position += 1
            return true
        }
    }
}
