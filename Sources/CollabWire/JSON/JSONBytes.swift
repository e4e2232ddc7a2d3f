/// The byte-level steps that the index, the lazy look-ups and the unescaping share.
enum JSONBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The first offset from `start` on whose byte is a quote, a backslash or a control character.
    ///
    /// Eight bytes a step (measured faster here than SIMD16); the zero padding behind every text ends the search.
    /// - Parameter seen: gets all bits of the words passed, so that its top bits are clear only if all was ASCII.
    @inline(__always)
    static func endOfPlainRun(_ base: UnsafePointer<UInt8>, at start: Int, seen: inout UInt64) -> Int {
        var at = start
        while true {
            let word = UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
            seen |= word
            let quotes = word ^ ones &* 0x22
            let slashes = word ^ ones &* 0x5C
            // Each term marks the top bit of its lowest hit exactly; marks above the lowest may be false.
            let hits =
                ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word) & tops
            if hits != 0 { return at + hits.trailingZeroBitCount >> 3 }
            at += 8
        }
    }

    @inline(__always)
    static func endOfPlainRun(_ base: UnsafePointer<UInt8>, at start: Int) -> Int {
        var seen: UInt64 = 0
        return endOfPlainRun(base, at: start, seen: &seen)
    }

    /// Whether no byte of the words behind `seen` had its top bit set.
    @inline(__always)
    static func isASCII(seen: UInt64) -> Bool { seen & tops == 0 }

    /// Whether the bytes between two offsets are UTF-8 (Unicode table 3-7: nothing overlong, no surrogates).
    static func isUTF8(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
        var at = start
        while at < end {
            // The padding behind every text makes reading a word beyond `end` safe.
            let word = UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
            let high = word & tops
            if high == 0 {
                at += 8
                continue
            }
            at += high.trailingZeroBitCount >> 3
            guard at < end else { return true }
            let four = UInt32(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt32.self))
            let first = base[at]
            switch first {
            case 0xC2...0xDF:
                guard at + 2 <= end, four & 0xC000 == 0x8000 else { return false }
                at += 2
            case 0xE0...0xEF:
                guard at + 3 <= end, four & 0xC0_C000 == 0x80_8000 else { return false }
                let second = base[at + 1]
                if first == 0xE0 && second < 0xA0 || first == 0xED && second > 0x9F { return false }
                at += 3
            case 0xF0...0xF4:
                guard at + 4 <= end, four & 0xC0C0_C000 == 0x8080_8000 else { return false }
                let second = base[at + 1]
                if first == 0xF0 && second < 0x90 || first == 0xF4 && second > 0x8F { return false }
                at += 4
            default: return false
            }
        }
        return true
    }

    /// Whether the last of `count` bytes ends a scalar: whatever follows, the bytes read the same.
    static func endsInWholeScalar(_ base: UnsafePointer<UInt8>, count: Int) -> Bool {
        var start = count - 1
        while start > 0, count - start < 4, base[start] & 0xC0 == 0x80 { start -= 1 }
        let needed =
            switch base[start] {
            case 0..<0x80: 1
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        return count - start == needed
    }

    /// The string of the bytes between two offsets; what is no UTF-8 becomes U+FFFD.
    @inline(__always)
    static func string(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int, isASCII: Bool) -> String {
        let bytes = UnsafeBufferPointer(start: base + start, count: end - start)
        guard isASCII || isUTF8(base, from: start, to: end) else { return String(decoding: bytes, as: UTF8.self) }
        return uncheckedString(bytes, isASCII: isASCII)
    }

    /// The string of bytes that were checked before.
    ///
    /// Checking was two thirds of the time to decode a stream when the standard library did it (about 1 GB/s as soon
    /// as a text has one letter beyond ASCII), so it is done here, on whole words, where the system lets us.
    @inline(__always)
    private static func uncheckedString(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
        if #available(iOS 26, macOS 26, *) {
            return String(copying: UTF8Span(unchecked: Span(_unsafeElements: bytes), isKnownASCII: isASCII))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value of a hexadecimal digit.
    @inline(__always)
    static func hexDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - 0x30)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - 0x57)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - 0x37)
        default: nil
        }
    }

    /// The UTF-16 unit of the four digits at `at` (checked before).
    @inline(__always)
    static func unit(_ base: UnsafePointer<UInt8>, at: Int) -> UInt16 {
        var unit: UInt16 = 0
        for offset in 0..<4 { unit = unit << 4 | (hexDigit(base[at + offset]) ?? 0) }
        return unit
    }

    /// The string between two offsets, its escapes resolved; half a pair is U+FFFD.
    static func unescaped(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int, isASCII: Bool) -> String {
        // No escape is shorter than what it stands for, so the result fits the source's size.
        // Runs are copied in whole words, hence the room for one more.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: end - start + 8) { output in
            guard let target = output.baseAddress else { return "" }
            let count = unescape(base, from: start, to: end, into: target)
            let bytes = UnsafeBufferPointer(start: UnsafePointer(target), count: count)
            // Escapes only ever add whole scalars, so the result is UTF-8 exactly when the source is.
            guard isASCII || isUTF8(base, from: start, to: end) else {
                return String(decoding: bytes, as: UTF8.self)
            }
            return uncheckedString(bytes, isASCII: false)
        }
    }

    private static func unescape(
        _ base: UnsafePointer<UInt8>, from start: Int, to end: Int, into target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var output = target
        var at = start
        while at < end {
            let word = UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
            UnsafeMutableRawPointer(output).storeBytes(of: word.littleEndian, as: UInt64.self)
            let slashes = word ^ ones &* 0x5C
            let hits = (slashes &- ones) & ~slashes & tops
            // A branch, not a choice of amounts: the processor then need not wait for one word to read the next.
            if hits == 0, at + 8 <= end {
                output += 8
                at += 8
                continue
            }
            let plain = min(hits == 0 ? 8 : hits.trailingZeroBitCount >> 3, end - at)
            output += plain
            at += plain
            guard at < end else { break }
            let letter = base[at + 1]
            guard letter == UInt8(ascii: "u") else {
                output.pointee = escape(letter)
                output += 1
                at += 2
                continue
            }
            let unit = unit(base, at: at + 2)
            at += 6
            var scalar = UInt32(unit)
            if unit & 0xF800 == 0xD800 {
                scalar = 0xFFFD
                if unit < 0xDC00, at + 6 <= end, base[at] == UInt8(ascii: "\\"), base[at + 1] == UInt8(ascii: "u") {
                    let low = self.unit(base, at: at + 2)
                    if low & 0xFC00 == 0xDC00 {
                        at += 6
                        scalar = 0x1_0000 + UInt32(unit - 0xD800) << 10 + UInt32(low - 0xDC00)
                    }
                }
            }
            output = put(scalar, at: output)
        }
        return output - target
    }

    /// Writes a scalar and gives the place after it.
    private static func put(_ scalar: UInt32, at output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        switch scalar {
        case 0..<0x80:
            output[0] = UInt8(scalar)
            return output + 1
        case 0x80..<0x800:
            output[0] = UInt8(0xC0 | scalar >> 6)
            output[1] = continuation(scalar)
            return output + 2
        case 0x800..<0x1_0000:
            output[0] = UInt8(0xE0 | scalar >> 12)
            output[1] = continuation(scalar >> 6)
            output[2] = continuation(scalar)
            return output + 3
        default:
            output[0] = UInt8(0xF0 | scalar >> 18)
            output[1] = continuation(scalar >> 12)
            output[2] = continuation(scalar >> 6)
            output[3] = continuation(scalar)
            return output + 4
        }
    }

    /// A byte that carries six bits of a scalar.
    @inline(__always)
    private static func continuation(_ bits: UInt32) -> UInt8 { 0x80 | UInt8(bits & 0x3F) }

    /// The character that a one-letter escape stands for.
    @inline(__always)
    static func escape(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    /// The UTF-16 units of the string between `start` and `end`, half pairs kept.
    static func units(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> [UInt16] {
        var units: [UInt16] = []
        units.reserveCapacity(end - start)
        var at = start
        while at < end {
            let stop = min(endOfPlainRun(base, at: at), end)
            if stop > at {
                let run = UnsafeBufferPointer(start: base + at, count: stop - at)
                units.append(contentsOf: String(decoding: run, as: UTF8.self).utf16)
                at = stop
            }
            guard at < end else { break }
            if base[at + 1] == UInt8(ascii: "u") {
                units.append(unit(base, at: at + 2))
                at += 6
            } else {
                units.append(UInt16(escape(base[at + 1])))
                at += 2
            }
        }
        return units
    }

    /// The number between two offsets; out of a double's range it is infinite, as in JavaScript.
    static func double(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Double? {
        if let small = smallInteger(base, from: start, to: end) { return Double(small) }
        return Double(String(decoding: UnsafeBufferPointer(start: base + start, count: end - start), as: UTF8.self))
    }

    /// The number between two offsets, cut to a whole one and kept within `Int`.
    static func int(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
        smallInteger(base, from: start, to: end) ?? double(base, from: start, to: end).map(Int.init(clamping:))
    }

    /// A whole number of at most 18 characters, written as one (and not as `-0`).
    private static func smallInteger(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
        guard end - start <= 18 else { return nil }
        let isNegative = base[start] == UInt8(ascii: "-")
        var value = 0
        for at in (isNegative ? start + 1 : start)..<end {
            let digit = base[at] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        guard isNegative else { return value }
        return value == 0 ? nil : -value
    }

    /// The offset after the value at `at`, in a text that is known to be valid. Iterative.
    static func skipValue(_ base: UnsafePointer<UInt8>, at start: Int, end: Int) -> Int {
        var at = start
        var depth = 0
        while at < end {
            switch base[at] {
            case UInt8(ascii: "\""):
                at = skipString(base, at: at)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                at += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                at += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
                at += 1
                continue
            default:
                repeat { at += 1 } while at < end && !isDelimiter(base[at])
            }
            if depth == 0 { return at }
        }
        return at
    }

    /// The offset after the string whose quote is at `start`.
    @inline(__always)
    static func skipString(_ base: UnsafePointer<UInt8>, at start: Int) -> Int {
        var at = start + 1
        while true {
            at = endOfPlainRun(base, at: at)
            switch base[at] {
            case UInt8(ascii: "\""): return at + 1
            case UInt8(ascii: "\\"): at += 2
            default: return at
            }
        }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }
}

extension Int {
    /// A number cut towards zero and kept within `Int`; 0 for NaN.
    init(clamping value: Double) {
        if let exact = Int(exactly: value.rounded(.towardZero)) {
            self = exact
        } else {
            self = value.isNaN ? 0 : value < 0 ? .min : .max
        }
    }
}
