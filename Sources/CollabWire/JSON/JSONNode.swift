import Foundation

/// A value inside a ``JSONIndex``, read without copying. Lives only inside `withRoot`.
struct JSONNode {
    let base: UnsafePointer<UInt8>
    let tokens: UnsafePointer<UInt64>
    let index: Int
    /// Kept alive by the index that lends the node.
    let storage: Unmanaged<JSONStorage>

    init(
        base: UnsafePointer<UInt8>, tokens: UnsafePointer<UInt64>, index: Int, storage: Unmanaged<JSONStorage>
    ) {
        self.base = base
        self.tokens = tokens
        self.index = index
        self.storage = storage
    }

    @inline(__always)
    private func at(_ index: Int) -> JSONNode {
        JSONNode(base: base, tokens: tokens, index: index, storage: storage)
    }

    /// Offset of the first byte.
    @inline(__always)
    var start: Int { Int(truncatingIfNeeded: tokens[index]) & JSONIndex.offsetMask }

    @inline(__always)
    private var high: Int { Int(tokens[index] >> 32) }

    /// The first byte: tells the kind.
    @inline(__always)
    var byte: UInt8 { base[start] }

    @inline(__always)
    var isObject: Bool { byte == UInt8(ascii: "{") }
    @inline(__always)
    var isArray: Bool { byte == UInt8(ascii: "[") }
    @inline(__always)
    var isString: Bool { byte == UInt8(ascii: "\"") }
    @inline(__always)
    var isNull: Bool { byte == UInt8(ascii: "n") }
    @inline(__always)
    var isNumber: Bool { byte == UInt8(ascii: "-") || byte &- 0x30 < 10 }

    /// Index of the token after this value.
    @inline(__always)
    private var next: Int { isContainer ? high + 1 : index + 1 }

    @inline(__always)
    private var isContainer: Bool { tokens[index] & JSONIndex.containerFlag != 0 }

    /// The value's bytes.
    @inline(__always)
    var textRange: Range<Int> {
        if isContainer { return start..<at(high).start + 1 }
        return start..<high & JSONIndex.offsetMask
    }

    /// The value as text of its own.
    var text: JSONText {
        let range = textRange
        return JSONText(storage: storage.takeUnretainedValue(), start: range.lowerBound, end: range.upperBound)
    }

    // MARK: - Scalars

    private var hasEscapes: Bool { tokens[index] & JSONIndex.escapeFlag != 0 }

    /// A string, its escapes resolved; nil for anything else.
    var string: String? {
        guard isString else { return nil }
        let from = start + 1
        let to = high & JSONIndex.offsetMask - 1
        let isASCII = tokens[index] & JSONIndex.beyondASCIIFlag == 0
        if hasEscapes { return JSONBytes.unescaped(base, from: from, to: to, isASCII: isASCII) }
        return JSONBytes.string(base, from: from, to: to, isASCII: isASCII)
    }

    /// A string's UTF-16 units, half pairs kept; nil for anything else.
    var units: [UInt16]? {
        isString ? JSONBytes.units(base, from: start + 1, to: high & JSONIndex.offsetMask - 1) : nil
    }

    /// Whether this is the string `word`.
    @inline(__always)
    func isString(_ word: StaticString) -> Bool { isString && matches(word) }

    @inline(__always)
    private func matches(_ word: StaticString) -> Bool {
        let from = start + 1
        let count = high & JSONIndex.offsetMask - 1 - from
        // Nearly all keys differ in length or in the first letter; only the rest is worth a call.
        if count == word.utf8CodeUnitCount, base[from] == word.utf8Start[0] {
            return memcmp(base + from, word.utf8Start, count) == 0
        }
        return hasEscapes && string.map { $0.utf8.elementsEqual(word.description.utf8) } ?? false
    }

    var bool: Bool? {
        switch byte {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    /// Whether JavaScript takes the value for true: anything but `false`, `null`, 0 and `""`.
    var isTruthy: Bool {
        switch byte {
        case UInt8(ascii: "t"), UInt8(ascii: "{"), UInt8(ascii: "["): true
        case UInt8(ascii: "\""): high & JSONIndex.offsetMask - start > 2
        case UInt8(ascii: "f"), UInt8(ascii: "n"): false
        default: double != 0
        }
    }

    /// A number; out of range it is infinite, as in JavaScript.
    var double: Double? {
        guard isNumber else { return nil }
        let range = textRange
        return JSONBytes.double(base, from: range.lowerBound, to: range.upperBound)
    }

    /// A number cut to a whole one, kept within `Int`; `1e3` and `12.0` count, `12.5` is 12. Nil for anything else.
    var int: Int? {
        guard isNumber else { return nil }
        let range = textRange
        return JSONBytes.int(base, from: range.lowerBound, to: range.upperBound)
    }

    // MARK: - Containers

    /// The value of the last member named `name`, or nil when there is none or this is no object.
    func member(_ name: StaticString) -> JSONNode? {
        guard isObject else { return nil }
        var found: JSONNode?
        var index = self.index + 1
        let end = high
        while index < end {
            let value = at(index + 1)
            if at(index).matches(name) { found = value }
            index = value.next
        }
        return found
    }

    @inline(__always)
    subscript(name: StaticString) -> JSONNode? { member(name) }

    /// The elements of an array, nothing for anything else.
    @inline(__always)
    func forEachElement<Failure: Error>(_ body: (JSONNode) throws(Failure) -> Void) throws(Failure) {
        guard isArray else { return }
        var index = self.index + 1
        let end = high
        while index < end {
            let element = at(index)
            try body(element)
            index = element.next
        }
    }

    /// The members of an object in order, nothing for anything else.
    @inline(__always)
    func forEachMember<Failure: Error>(
        _ body: (_ key: JSONNode, _ value: JSONNode) throws(Failure) -> Void
    ) throws(Failure) {
        guard isObject else { return }
        var index = self.index + 1
        let end = high
        while index < end {
            let value = at(index + 1)
            try body(at(index), value)
            index = value.next
        }
    }

    func map<Element>(_ transform: (JSONNode) -> Element) -> [Element] {
        var elements: [Element] = []
        forEachElement { elements.append(transform($0)) }
        return elements
    }

    func compactMap<Element>(_ transform: (JSONNode) -> Element?) -> [Element] {
        var elements: [Element] = []
        forEachElement { node in
            if let element = transform(node) { elements.append(element) }
        }
        return elements
    }
}
