import Foundation

/// Host names in the one form that browsers give them (WHATWG URL, host parsing).
enum HostName {
    /// The host in lower-case ASCII, IPv6 in brackets; nil when a browser would refuse it.
    static func parse(_ text: Substring) -> String? {
        if text.hasPrefix("[") {
            guard text.hasSuffix("]"), let pieces = ipv6(text.dropFirst().dropLast()) else { return nil }
            return "[\(shortest(pieces))]"
        }
        guard let decoded = text.removingPercentEncodingStrictly, let ascii = ascii(decoded), !ascii.isEmpty else {
            return nil
        }
        guard !ascii.utf8.contains(where: isForbidden) else { return nil }
        if endsInNumber(ascii) {
            guard let address = ipv4(ascii) else { return nil }
            return [24, 16, 8, 0].map { String(address >> $0 & 0xFF) }.joined(separator: ".")
        }
        return ascii
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7F || byte >= 0x80 || "#/:<>?@[\\]^|%\"`{}".utf8.contains(byte)
    }

    // MARK: - International names

    /// Lower-case, compatibility-composed, each label with other than ASCII letters as punycode.
    private static func ascii(_ text: String) -> String? {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        let mapped = text.precomposedStringWithCompatibilityMapping.lowercased().precomposedStringWithCanonicalMapping
        var labels: [String] = []
        for label in mapped.split(omittingEmptySubsequences: false, whereSeparator: { ".。．｡".contains($0) }) {
            let scalars = label.unicodeScalars.filter { $0.value != 0xAD && $0.value != 0x200B && $0.value != 0xFEFF }
            if scalars.allSatisfy({ $0.isASCII }) {
                labels.append(String(String.UnicodeScalarView(scalars)))
                continue
            }
            guard scalars.allSatisfy(isAllowed), let code = punycode(Array(scalars)) else { return nil }
            labels.append("xn--" + code)
        }
        return labels.joined(separator: ".")
    }

    /// Letters, marks, digits and symbols may stand in a name; control, format and private characters may not.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            scalar.value == 0x200D || scalar.value == 0x200C
        // What a reader puts in the place of bytes that were no UTF-8: nobody's name.
        default: scalar.value != 0xFFFD
        }
    }

    /// RFC 3492.
    private static func punycode(_ scalars: [Unicode.Scalar]) -> String? {
        // No longer label fits into a name, and the sums below stay far from their bounds.
        guard scalars.count <= 63 else { return nil }
        var output = scalars.filter(\.isASCII).map { UInt8($0.value) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var next: UInt32 = 128
        var delta: UInt32 = 0
        var bias: UInt32 = 72
        var handled = UInt32(basicCount)
        while handled < UInt32(scalars.count) {
            guard let least = scalars.lazy.map(\.value).filter({ $0 >= next }).min() else { return nil }
            let (step, overflow) = (least - next).multipliedReportingOverflow(by: handled + 1)
            guard !overflow, delta <= UInt32.max - step else { return nil }
            delta += step
            next = least
            for scalar in scalars {
                if scalar.value < next { delta += 1 }
                guard scalar.value == next else { continue }
                var rest = delta
                var base: UInt32 = 36
                while true {
                    let threshold = base <= bias ? 1 : base >= bias + 26 ? 26 : base - bias
                    if rest < threshold { break }
                    output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
                    rest = (rest - threshold) / (36 - threshold)
                    base += 36
                }
                output.append(digit(rest))
                delta = handled == UInt32(basicCount) ? delta / 700 : delta / 2
                delta += delta / (handled + 1)
                var steps: UInt32 = 0
                while delta > 455 {
                    delta /= 35
                    steps += 36
                }
                bias = steps + 36 * delta / (delta + 38)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func digit(_ value: UInt32) -> UInt8 { UInt8(value < 26 ? value + 97 : value + 22) }

    // MARK: - Addresses

    private static func endsInNumber(_ host: String) -> Bool {
        var labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.last?.isEmpty == true {
            guard labels.count > 1 else { return false }
            labels.removeLast()
        }
        guard let last = labels.last, !last.isEmpty else { return false }
        return last.utf8.allSatisfy { $0 &- 0x30 < 10 } || number(last) != nil
    }

    /// A number in one of the notations browsers read in addresses: decimal, `0x…`, `0…` (octal).
    private static func number(_ text: Substring) -> UInt64? {
        guard !text.isEmpty else { return nil }
        if text.hasPrefix("0x") || text.hasPrefix("0X") {
            return text.count == 2 ? 0 : UInt64(text.dropFirst(2), radix: 16)
        }
        guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return text.count > 1 && text.hasPrefix("0") ? UInt64(text.dropFirst(), radix: 8) : UInt64(text)
    }

    private static func ipv4(_ host: String) -> UInt32? {
        var parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true, parts.count > 1 { parts.removeLast() }
        guard parts.count <= 4 else { return nil }
        var numbers: [UInt64] = []
        for part in parts {
            guard let number = number(part) else { return nil }
            numbers.append(number)
        }
        guard let last = numbers.last, numbers.dropLast().allSatisfy({ $0 <= 255 }),
            last < 1 << UInt64(8 * (5 - numbers.count))
        else { return nil }
        var address = last
        for (position, number) in numbers.dropLast().enumerated() { address += number << UInt64(8 * (3 - position)) }
        return UInt32(address)
    }

    private static func ipv6(_ text: Substring) -> [UInt16]? {
        let halves = text.components(separatedBy: "::")
        guard halves.count <= 2 else { return nil }
        guard let head = pieces(halves[0], mayEndInIPv4: halves.count == 1) else { return nil }
        guard halves.count == 2 else { return head.count == 8 ? head : nil }
        guard let tail = pieces(halves[1], mayEndInIPv4: true), head.count + tail.count <= 7 else { return nil }
        return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    private static func pieces(_ text: String, mayEndInIPv4: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var pieces: [UInt16] = []
        for (position, part) in parts.enumerated() {
            if part.contains("."), mayEndInIPv4, position == parts.count - 1 {
                let numbers = part.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
                guard numbers.count == 4 else { return nil }
                let bytes = numbers.compactMap(\.self)
                guard bytes.count == 4 else { return nil }
                pieces += [UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])]
                continue
            }
            guard (1...4).contains(part.utf8.count),
                part.utf8.allSatisfy({ JSONBytes.hexDigit($0) != nil }), let piece = UInt16(part, radix: 16)
            else { return nil }
            pieces.append(piece)
        }
        return pieces
    }

    /// RFC 5952: lower-case, the longest run of two or more zeros left out.
    private static func shortest(_ pieces: [UInt16]) -> String {
        var best = 0..<0
        var start = 0
        while start < pieces.count {
            var end = start
            while end < pieces.count, pieces[end] == 0 { end += 1 }
            if end - start > max(best.count, 1) { best = start..<end }
            start = end + 1
        }
        func text(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
        guard !best.isEmpty else { return text(pieces[...]) }
        return text(pieces[..<best.lowerBound]) + "::" + text(pieces[best.upperBound...])
    }
}

extension Substring {
    /// Percent escapes resolved; nil when they are no UTF-8. A `%` without two digits stays (and is then forbidden).
    var removingPercentEncodingStrictly: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(JSONBytes.hexDigit)
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(bytes: bytes, encoding: .utf8)
    }
}
