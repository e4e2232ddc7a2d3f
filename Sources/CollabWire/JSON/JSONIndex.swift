/// Where the values of a JSON text begin and end: the result of one pass over the bytes.
///
/// One 64-bit token for each string (keys included), number and literal, two for each array and object:
///
/// | value | low 32 bits | high 32 bits |
/// |---|---|---|
/// | string | offset of the opening quote | offset after the closing quote |
/// | number, literal | offset | offset after it |
/// | `[`, `{` | offset, ``containerFlag`` | index of the closing token |
/// | `]`, `}` | offset | unused |
///
/// Offsets have 30 bits; the two top bits of each half are flags. The kind is read from the byte at the offset. A container is skipped in one step, and nothing here recurses: the
/// parent of an open container waits in the high half of its token until it closes.
final class JSONIndex {
    private let storage: JSONStorage
    private let tokens: UnsafeMutablePointer<UInt64>

    /// The string holds escapes.
    static let escapeFlag: UInt64 = 1 << 63
    /// The string may hold other than ASCII.
    static let beyondASCIIFlag: UInt64 = 1 << 62
    /// The value is an array or an object.
    static let containerFlag: UInt64 = 1 << 31
    /// The bits of an offset.
    static let offsetMask = 0x3FFF_FFFF

    /// Checks all of `storage` (but for its padding) and indexes it. A byte order mark at the beginning is skipped.
    /// - Throws: ``JSONError``.
    init(_ storage: JSONStorage) throws(JSONError) {
        self.storage = storage
        tokens = try JSONScanner.tokens(of: storage, from: 0, to: storage.bytes.count - JSONStorage.padding)
    }

    /// Indexes a text that is known to be valid.
    init(trusted text: JSONText) {
        storage = text.storage
        do throws(JSONError) {
            tokens = try JSONScanner.tokens(of: text.storage, from: text.start, to: text.end)
        } catch {
            assertionFailure("a JSONText holds valid JSON: \(error)")
            // One token for an empty scalar: every look-up finds nothing.
            tokens = .allocate(capacity: 1)
            tokens.initialize(to: UInt64(text.start) | UInt64(text.start) << 32)
        }
    }

    deinit { tokens.deallocate() }

    /// Lends the node of the text's value; it must not leave `body`.
    func withRoot<Result, Failure: Error>(_ body: (JSONNode) throws(Failure) -> Result) throws(Failure) -> Result {
        // The array is a constant of a class that `self` keeps alive, so its buffer outlives the call.
        let base = storage.bytes.withUnsafeBufferPointer { $0.baseAddress }
        guard let base else { preconditionFailure("storage is never empty: it ends in padding") }
        defer { withExtendedLifetime(self) {} }
        return try body(JSONNode(base: base, tokens: tokens, index: 0, storage: .passUnretained(storage)))
    }
}

/// Checks a text by JSON's grammar and writes its tokens, in one pass without recursion.
///
/// A structure of its own, so that its state lives in registers: as properties of a class every access would be checked.
private struct JSONScanner {
    private static let noParent = UInt64(UInt32.max)

    private var tokens: UnsafeMutablePointer<UInt64>
    private var capacity: Int
    private var count = 0

    /// The tokens of the one value between two offsets; to be deallocated by the caller.
    static func tokens(
        of storage: JSONStorage, from start: Int, to end: Int
    ) throws(JSONError) -> UnsafeMutablePointer<UInt64> {
        guard end - start <= JSONText.maximumByteCount, end <= JSONIndex.offsetMask else { throw .tooLarge }
        var scanner = JSONScanner(byteCount: end - start)
        var failure: JSONError?
        storage.bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            do throws(JSONError) {
                try scanner.scan(base, from: start, to: end)
            } catch {
                failure = error
            }
        }
        guard let failure else { return scanner.tokens }
        scanner.tokens.deallocate()
        throw failure
    }

    private init(byteCount: Int) {
        capacity = byteCount / 12 + 16
        tokens = .allocate(capacity: capacity)
    }

    @inline(__always)
    private mutating func push(_ low: UInt64, _ high: UInt64) {
        if count == capacity { grow() }
        tokens[count] = low | high << 32
        count += 1
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: tokens, count: count)
        tokens.deallocate()
        tokens = larger
        capacity *= 2
    }

    /// What the grammar expects next.
    private enum Expectation {
        case value, valueOrClose, key, keyOrClose, commaOrClose
    }

    private mutating func scan(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) throws(JSONError) {
        var at = start
        if start == 0, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { at = 3 }
        var expected = Expectation.value
        var parent = Self.noParent
        while true {
            var byte = base[at]
            while byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                at += 1
                byte = base[at]
            }
            guard at < end else { throw .unexpectedEnd }
            switch expected {
            case .keyOrClose where byte == UInt8(ascii: "}"), .valueOrClose where byte == UInt8(ascii: "]"):
                parent = close(parent, at: at)
                at += 1
            case .key, .keyOrClose:
                guard byte == UInt8(ascii: "\"") else { throw .unexpectedByte(offset: at) }
                at = try string(base, at: at, end: end)
                while base[at] <= 0x20, base[at] == 0x20 || base[at] == 0x0A || base[at] == 0x0D || base[at] == 0x09 {
                    at += 1
                }
                guard at < end else { throw .unexpectedEnd }
                guard base[at] == UInt8(ascii: ":") else { throw .unexpectedByte(offset: at) }
                at += 1
                expected = .value
                continue
            case .value, .valueOrClose:
                switch byte {
                case UInt8(ascii: "\""):
                    at = try string(base, at: at, end: end)
                case UInt8(ascii: "{"):
                    let index = UInt64(count)
                    push(UInt64(at) | JSONIndex.containerFlag, parent)
                    parent = index
                    at += 1
                    expected = .keyOrClose
                    continue
                case UInt8(ascii: "["):
                    let index = UInt64(count)
                    push(UInt64(at) | JSONIndex.containerFlag, parent)
                    parent = index
                    at += 1
                    expected = .valueOrClose
                    continue
                case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    let after = try Self.number(base, at: at, end: end)
                    push(UInt64(at), UInt64(after))
                    at = after
                case UInt8(ascii: "t"): at = try literal(base, at: at, end: end, "true")
                case UInt8(ascii: "f"): at = try literal(base, at: at, end: end, "false")
                case UInt8(ascii: "n"): at = try literal(base, at: at, end: end, "null")
                default: throw .unexpectedByte(offset: at)
                }
            case .commaOrClose:
                let isObject =
                    base[Int(truncatingIfNeeded: tokens[Int(parent)]) & JSONIndex.offsetMask] == UInt8(ascii: "{")
                if byte == UInt8(ascii: ",") {
                    at += 1
                    expected = isObject ? .key : .value
                    continue
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw .unexpectedByte(offset: at)
                }
                parent = close(parent, at: at)
                at += 1
            }
            // A value is complete.
            if parent == Self.noParent { break }
            expected = .commaOrClose
        }
        while at < end {
            let byte = base[at]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
                throw .unexpectedByte(offset: at)
            }
            at += 1
        }
    }

    /// Notes the closing token of the open container `index` and gives back its parent.
    @inline(__always)
    private mutating func close(_ index: UInt64, at offset: Int) -> UInt64 {
        let open = tokens[Int(index)]
        tokens[Int(index)] = open & 0xFFFF_FFFF | UInt64(count) << 32
        push(UInt64(offset), 0)
        return open >> 32
    }

    @inline(__always)
    private mutating func string(_ base: UnsafePointer<UInt8>, at start: Int, end: Int) throws(JSONError) -> Int {
        var flags: UInt64 = 0
        var seen: UInt64 = 0
        var at = start + 1
        while true {
            at = JSONBytes.endOfPlainRun(base, at: at, seen: &seen)
            guard at < end else { throw .unexpectedEnd }
            let byte = base[at]
            if byte == UInt8(ascii: "\"") {
                at += 1
                if !JSONBytes.isASCII(seen: seen) { flags |= JSONIndex.beyondASCIIFlag }
                push(UInt64(start), UInt64(at) | flags >> 32)
                return at
            }
            guard byte == UInt8(ascii: "\\") else { throw .unexpectedByte(offset: at) }
            flags = JSONIndex.escapeFlag
            switch base[at + 1] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
                UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
                at += 2
            case UInt8(ascii: "u"):
                for offset in 2..<6 {
                    guard at + offset < end else { throw .unexpectedEnd }
                    guard JSONBytes.hexDigit(base[at + offset]) != nil else {
                        throw .unexpectedByte(offset: at + offset)
                    }
                }
                at += 6
            default:
                if at + 1 >= end { throw .unexpectedEnd }
                throw .unexpectedByte(offset: at + 1)
            }
        }
    }

    private mutating func literal(
        _ base: UnsafePointer<UInt8>, at start: Int, end: Int, _ word: StaticString
    ) throws(JSONError) -> Int {
        for offset in 0..<word.utf8CodeUnitCount {
            guard start + offset < end else { throw .unexpectedEnd }
            guard base[start + offset] == word.utf8Start[offset] else {
                throw .unexpectedByte(offset: start + offset)
            }
        }
        let after = start + word.utf8CodeUnitCount
        push(UInt64(start), UInt64(after))
        return after
    }

    /// The offset after the number at `start`.
    private static func number(_ base: UnsafePointer<UInt8>, at start: Int, end: Int) throws(JSONError) -> Int {
        var at = start
        func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
        func digits() throws(JSONError) {
            guard at < end else { throw .unexpectedEnd }
            guard isDigit(base[at]) else { throw .unexpectedByte(offset: at) }
            repeat { at += 1 } while isDigit(base[at]) && at < end
        }
        if base[at] == UInt8(ascii: "-") { at += 1 }
        if at < end, base[at] == UInt8(ascii: "0") { at += 1 } else { try digits() }
        if at < end, base[at] == UInt8(ascii: ".") {
            at += 1
            try digits()
        }
        if at < end, base[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            if at < end, base[at] == UInt8(ascii: "+") || base[at] == UInt8(ascii: "-") { at += 1 }
            try digits()
        }
        return at
    }
}
