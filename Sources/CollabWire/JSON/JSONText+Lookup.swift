import Foundation

/// Look-ups that read no more of the text than they need. Time: linear in the bytes before the end of what is found.
extension JSONText {
    private var firstByte: UInt8 { storage.bytes[start] }

    /// Whether this is an object.
    public var isObject: Bool { firstByte == UInt8(ascii: "{") }
    /// Whether this is an array.
    public var isArray: Bool { firstByte == UInt8(ascii: "[") }
    /// Whether this is a string.
    public var isString: Bool { firstByte == UInt8(ascii: "\"") }
    /// Whether this is `null`.
    public var isNull: Bool { firstByte == UInt8(ascii: "n") }
    /// Whether this is a number.
    public var isNumber: Bool { firstByte == UInt8(ascii: "-") || firstByte &- 0x30 < 10 }

    /// A string, its escapes resolved; half a surrogate pair is U+FFFD. Nil for anything else.
    public var stringValue: String? {
        guard isString else { return nil }
        return decoded(from: 1, to: byteCount - 1)
    }

    /// A string's UTF-16 units, half pairs kept; nil for anything else.
    public var utf16Units: [UInt16]? {
        isString ? withBase { JSONBytes.units($0, from: start + 1, to: end - 1) } : nil
    }

    /// The truth value, or nil for anything else.
    public var boolValue: Bool? {
        switch firstByte {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    /// A number; out of a double's range it is infinite, as in JavaScript. Nil for anything else.
    public var doubleValue: Double? {
        isNumber ? withBase { JSONBytes.double($0, from: start, to: end) } : nil
    }

    /// A number cut to a whole one and kept within `Int`: `1e3` and `12.0` count, `12.5` is 12. Nil for anything else.
    public var intValue: Int? {
        isNumber ? withBase { JSONBytes.int($0, from: start, to: end) } : nil
    }

    private func withBase<Value>(_ read: (UnsafePointer<UInt8>) -> Value?) -> Value? {
        storage.bytes.withUnsafeBufferPointer { $0.baseAddress.flatMap(read) }
    }

    /// The value of the last member named `key`; nil when there is none, or this is no object.
    public subscript(key: String) -> JSONText? {
        var found: JSONText?
        var iterator = Members(self).makeIterator()
        while let (name, value) = iterator.nextRaw() {
            if name.isString(key) { found = value }
        }
        return found
    }

    /// An element; nil when there are fewer, or this is no array.
    public subscript(index: Int) -> JSONText? {
        guard index >= 0 else { return nil }
        var position = 0
        for element in elements {
            if position == index { return element }
            position += 1
        }
        return nil
    }

    /// What a path leads to, or nil.
    public subscript(path: some Sequence<PathStep>) -> JSONText? {
        var text = self
        for step in path {
            let next: JSONText? =
                switch step {
                case .key(let key): text[key]
                case .index(let index): text[index]
                }
            guard let next else { return nil }
            text = next
        }
        return text
    }

    /// The elements of an array, in order; nothing for anything else.
    public var elements: Elements { Elements(text: self) }

    /// The members of an object as written, duplicates included; nothing for anything else.
    public var members: Members { Members(self) }

    /// Whether this is the string `word`, byte for byte after resolving escapes and repairing what is no UTF-8.
    func isString(_ word: String) -> Bool {
        guard isString else { return false }
        let from = start + 1
        let to = end - 1
        let isSame = storage.bytes.withUnsafeBufferPointer { bytes in
            UnsafeBufferPointer(rebasing: bytes[from..<to]).elementsEqual(word.utf8)
        }
        if isSame { return !word.utf8.contains(UInt8(ascii: "\\")) }
        // Only these two make the text differ from the bytes.
        guard storage.bytes[from..<to].contains(UInt8(ascii: "\\")) || word.unicodeScalars.contains("\u{FFFD}") else {
            return false
        }
        return stringValue.map { $0.utf8.elementsEqual(word.utf8) } ?? false
    }

    /// The elements of an array.
    public struct Elements: Sequence, Sendable {
        let text: JSONText

        /// Begins at the first element.
        public func makeIterator() -> Iterator { Iterator(cursor: Cursor(text, open: UInt8(ascii: "["))) }

        /// Reads one element at a time.
        public struct Iterator: IteratorProtocol {
            var cursor: Cursor

            /// The next one, or nil after the last.
            public mutating func next() -> JSONText? { cursor.value() }
        }
    }

    /// The members of an object.
    public struct Members: Sequence, Sendable {
        let text: JSONText

        init(_ text: JSONText) { self.text = text }

        /// Begins at the first member.
        public func makeIterator() -> Iterator { Iterator(cursor: Cursor(text, open: UInt8(ascii: "{"))) }

        /// Reads one member at a time.
        public struct Iterator: IteratorProtocol {
            var cursor: Cursor

            /// The next one, or nil after the last.
            public mutating func next() -> (key: String, value: JSONText)? {
                nextRaw().map { (key: $0.stringValue ?? "", value: $1) }
            }

            mutating func nextRaw() -> (JSONText, JSONText)? {
                guard let key = cursor.value(), let value = cursor.value() else { return nil }
                return (key, value)
            }
        }
    }

    /// Walks the values directly inside a container. The text is valid, so separators need no checking.
    struct Cursor {
        let storage: JSONStorage
        var at: Int
        let end: Int

        init(_ text: JSONText, open: UInt8) {
            storage = text.storage
            let isOpen = text.firstByte == open
            end = isOpen ? text.end - 1 : text.start
            at = isOpen ? text.start + 1 : text.start
        }

        mutating func value() -> JSONText? {
            storage.bytes.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return nil }
                while at < end {
                    switch base[at] {
                    case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: at += 1
                    default:
                        let after = JSONBytes.skipValue(base, at: at, end: end)
                        defer { at = after }
                        return JSONText(storage: storage, start: at, end: after)
                    }
                }
                return nil
            }
        }
    }
}
