import Foundation
import Testing

@testable import CollabHost

@Suite("Pictures painted by the host")
struct PictureTests {
    @Test("The checksums are those of the standards")
    func checksums() {
        let text = Array("123456789".utf8)
        #expect(PNGEncoder.crc32(text) == 0xCBF4_3926)
        #expect(PNGEncoder.adler32(text) == 0x091E_01DE)
    }

    @Test("What is deflated inflates to what it was", arguments: [0, 1, 2, 3, 258, 1_000, 70_000])
    func deflate(size: Int) throws {
        var random = Random(seed: UInt64(size))
        let noise = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next() >> 20) }
        let pattern = (0..<size).map { UInt8($0 / 300 % 7) }
        for bytes in [noise, pattern, noise.map { $0 & 3 }] {
            #expect(try Inflate.inflate(Deflate.compress(bytes)) == bytes)
        }
    }

    @Test(
        "Every kind is a PNG of its size, the same each time, and small enough to be sent whole",
        arguments: Picture.Kind.allCases)
    func kinds(kind: Picture.Kind) throws {
        let json =
            ##"{"draw": "\##(kind.rawValue)", "width": 320, "height": 200, "seed": 3, "caption": "PIER 7", "palette": ["#FAF4ED", "#575279", "#EA9D34", "#FFFAF3"]}"##
        let node = try ScriptNodeReader.read(Array(json.utf8), source: "picture")
        let picture = try Picture(ScriptField(source: "picture", path: "", node: node))
        let file = picture.png()
        #expect(file == picture.png())
        #expect(Array(file.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(file.count < 60_000)
        let data = try chunk("IDAT", of: file)
        let rows = try Inflate.inflate(Array(data.dropFirst(2).dropLast(4)))
        #expect(rows.count == 200 * (320 * 3 + 1))
        let adler = data.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        #expect(adler == PNGEncoder.adler32(rows))
        // More than one colour: the filtered rows are not all zero after the first.
        #expect(rows.dropFirst(961).contains { $0 != 0 && $0 != 2 })
    }

    private func chunk(_ type: String, of file: [UInt8]) throws -> [UInt8] {
        var at = 8
        while at + 8 <= file.count {
            let size = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: file[at + 4..<at + 8], as: UTF8.self)
            let body = Array(file[at + 8..<at + 8 + size])
            let crc = file[at + 8 + size..<at + 12 + size].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            #expect(crc == PNGEncoder.crc32(Array(name.utf8) + body))
            if name == type { return body }
            at += 12 + size
        }
        throw TestFailure("no \(type)")
    }
}

/// The other direction of `Deflate`, for blocks with the fixed codes, written from RFC 1951.
private enum Inflate {
    static func inflate(_ bytes: [UInt8]) throws -> [UInt8] {
        var at = 0
        func bit() throws -> Int {
            guard at / 8 < bytes.count else { throw TestFailure("the stream ends too soon") }
            defer { at += 1 }
            return Int(bytes[at / 8] >> (at % 8) & 1)
        }
        func number(_ bits: Int) throws -> Int {
            var value = 0
            for index in 0..<bits { value |= try bit() << index }
            return value
        }
        func code(_ bits: Int, from start: Int = 0) throws -> Int {
            var value = start
            for _ in 0..<bits { value = try value << 1 | bit() }
            return value
        }
        func symbol() throws -> Int {
            let seven = try code(7)
            if seven < 0b0011000 { return 256 + seven }
            let eight = try code(1, from: seven)
            if (0x30...0xBF).contains(eight) { return eight - 0x30 }
            if (0xC0...0xC7).contains(eight) { return 280 + eight - 0xC0 }
            return try code(1, from: eight) - 0x190 + 144
        }
        guard try number(1) == 1, try number(2) == 1 else { throw TestFailure("not one block of fixed codes") }
        let lengthBase = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227, 258,
        ]
        let lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
        let distanceBase = [
            1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
            6145, 8193, 12289, 16385, 24577,
        ]
        let distanceBits = [
            0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
        ]
        var output: [UInt8] = []
        while true {
            let next = try symbol()
            if next == 256 { return output }
            if next < 256 {
                output.append(UInt8(next))
                continue
            }
            let length = lengthBase[next - 257] + (try number(lengthBits[next - 257]))
            let far = try code(5)
            let distance = distanceBase[far] + (try number(distanceBits[far]))
            guard distance <= output.count else { throw TestFailure("a distance before the beginning") }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }
}
