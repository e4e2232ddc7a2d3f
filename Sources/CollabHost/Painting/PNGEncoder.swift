/// Writes PNG files (RGB, 8 bits), so that the host needs no image library on any platform.
enum PNGEncoder {
    static func encode(_ canvas: Canvas) -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Eight bits, RGB, the standard compression and filters, not interlaced.
        append("IHDR", bigEndian(canvas.width) + bigEndian(canvas.height) + [8, 2, 0, 0, 0], to: &file)
        append("IDAT", zlib(filteredRows(of: canvas)), to: &file)
        append("IEND", [], to: &file)
        return file
    }

    /// Each row as its difference to the row above ("Up"): painted pictures repeat themselves downwards.
    private static func filteredRows(of canvas: Canvas) -> [UInt8] {
        let stride = canvas.width * 3
        return [UInt8](unsafeUninitializedCapacity: (stride + 1) * canvas.height) { output, count in
            canvas.pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<canvas.height {
                    let target = row * (stride + 1)
                    let source = row * stride
                    output[target] = 2
                    for column in 0..<stride {
                        let above = row == 0 ? 0 : pixels[source - stride + column]
                        output[target + 1 + column] = pixels[source + column] &- above
                    }
                }
            }
            count = (stride + 1) * canvas.height
        }
    }

    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        // Deflate with a 32 KiB window, default level; the header is a multiple of 31.
        var output: [UInt8] = [0x78, 0x9C]
        output += Deflate.compress(bytes)
        output += bigEndian(adler32(bytes))
        return output
    }

    private static func append(_ type: String, _ body: [UInt8], to file: inout [UInt8]) {
        file += bigEndian(body.count)
        let checked = Array(type.utf8) + body
        file += checked
        file += bigEndian(Int(crc32(checked)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static let crcTable: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        crcTable.withUnsafeBufferPointer { table in
            ~bytes.withUnsafeBufferPointer { bytes in
                bytes.reduce(0xFFFF_FFFF) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
            }
        }
    }

    static func adler32(_ bytes: [UInt8]) -> Int {
        var low = 1
        var high = 0
        bytes.withUnsafeBufferPointer { bytes in
            for byte in bytes {
                low = (low + Int(byte)) % 65_521
                high = (high + low) % 65_521
            }
        }
        return high << 16 | low
    }
}

/// Deflate (RFC 1951) with the fixed Huffman codes and one candidate per match: small, and good enough for pictures
/// with large plain areas.
enum Deflate {
    private static let window = 32_768
    private static let longest = 258
    private static let shortest = 3

    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var writer = BitWriter()
        // One last block with fixed codes.
        writer.write(1, bits: 1)
        writer.write(1, bits: 2)
        var newest = [Int](repeating: -1, count: 1 << 15)
        bytes.withUnsafeBufferPointer { bytes in
            newest.withUnsafeMutableBufferPointer { newest in
                var at = 0
                while at < bytes.count {
                    var length = 0
                    var distance = 0
                    if at + shortest <= bytes.count {
                        let slot = hash(bytes, at)
                        let candidate = newest[slot]
                        newest[slot] = at
                        if candidate >= 0, at - candidate <= window {
                            length = matchLength(bytes, candidate, at)
                            distance = at - candidate
                        }
                    }
                    if length >= shortest {
                        writeMatch(length: length, distance: distance, to: &writer)
                        at += length
                    } else {
                        writeLiteral(Int(bytes[at]), to: &writer)
                        at += 1
                    }
                }
            }
        }
        writeLiteral(256, to: &writer)
        return writer.finish()
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        let key = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
        return Int((key &* 0x9E37_79B1) >> 17)
    }

    private static func matchLength(_ bytes: UnsafeBufferPointer<UInt8>, _ earlier: Int, _ later: Int) -> Int {
        let most = min(longest, bytes.count - later)
        var length = 0
        while length < most, bytes[earlier + length] == bytes[later + length] { length += 1 }
        return length
    }

    /// A literal byte, the end of the block (256), or a length code, in the fixed code of RFC 1951 §3.2.6.
    private static func writeLiteral(_ symbol: Int, to writer: inout BitWriter) {
        switch symbol {
        case 0...143: writer.writeCode(0x30 + symbol, bits: 8)
        case 144...255: writer.writeCode(0x190 + symbol - 144, bits: 9)
        case 256...279: writer.writeCode(symbol - 256, bits: 7)
        default: writer.writeCode(0xC0 + symbol - 280, bits: 8)
        }
    }

    private static func writeMatch(length: Int, distance: Int, to writer: inout BitWriter) {
        let code = (lengths.firstIndex { $0.base > length } ?? lengths.count) - 1
        writeLiteral(257 + code, to: &writer)
        writer.write(length - lengths[code].base, bits: lengths[code].bits)
        let far = (distances.firstIndex { $0.base > distance } ?? distances.count) - 1
        writer.writeCode(far, bits: 5)
        writer.write(distance - distances[far].base, bits: distances[far].bits)
    }

    /// Base length and extra bits of the codes 257…285 (RFC 1951 §3.2.5).
    private static let lengths: [(base: Int, bits: Int)] = {
        var codes: [(base: Int, bits: Int)] = []
        var base = 3
        for code in 0..<28 {
            let bits = code < 8 ? 0 : code / 4 - 1
            codes.append((base, bits))
            base += 1 << bits
        }
        return codes + [(258, 0)]
    }()

    /// Base distance and extra bits of the codes 0…29.
    private static let distances: [(base: Int, bits: Int)] = {
        var codes: [(base: Int, bits: Int)] = []
        var base = 1
        for code in 0..<30 {
            let bits = code < 4 ? 0 : code / 2 - 1
            codes.append((base, bits))
            base += 1 << bits
        }
        return codes
    }()

    /// Bits into bytes, lowest first.
    private struct BitWriter {
        private var bytes: [UInt8] = []
        private var pending: UInt64 = 0
        private var count = 0

        mutating func write(_ value: Int, bits: Int) {
            pending |= UInt64(value) << count
            count += bits
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                count -= 8
            }
        }

        /// Huffman codes go highest bit first.
        mutating func writeCode(_ code: Int, bits: Int) {
            var reversed = 0
            for bit in 0..<bits where code & (1 << bit) != 0 { reversed |= 1 << (bits - 1 - bit) }
            write(reversed, bits: bits)
        }

        mutating func finish() -> [UInt8] {
            if count > 0 { write(0, bits: 8 - count) }
            return bytes
        }
    }
}
