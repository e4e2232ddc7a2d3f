import Foundation
import Testing

@testable import Transcript

@Suite("Images before decoding")
struct ImageProbeTests {
    private static func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ((count - 1 - $0) * 8)) }
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

    private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8) + Array(kind.utf8) + content
    }

    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13) + Array("IHDR".utf8) + big(width) + big(height) + [
            8, 6, 0, 0, 0, 1, 2, 3, 4,
        ]
    }

    private static func heif(_ brand: String) -> [UInt8] {
        let properties = box("ispe", big(0) + big(512) + big(512)) + box("ispe", big(0) + big(8_064) + big(6_048))
        let meta = big(0) + box("hdlr", big(0)) + box("iprp", box("ipco", properties))
        return box("ftyp", Array(brand.utf8) + big(0) + Array("mif1".utf8)) + box("meta", meta)
    }

    private static let samples: [(ImageFormat, Int, Int, [UInt8])] = [
        (.png, 640, 480, png(640, 480)),
        (
            .jpeg, 300, 200,
            [0xFF, 0xD8, 0xFF, 0xE0] + big(16, 2) + [UInt8](repeating: 0, count: 14) + [0xFF, 0xFF, 0xC2] + big(17, 2)
                + [8] + big(200, 2) + big(300, 2) + [3]
        ),
        (.gif, 10, 20, Array("GIF89a".utf8) + little(10, 2) + little(20, 2)),
        (
            .webp, 1_000, 500,
            Array("RIFF".utf8) + big(0) + Array("WEBPVP8X".utf8) + little(10, 4) + [0, 0, 0, 0] + little(999, 3)
                + little(499, 3)
        ),
        (
            .webp, 33, 44,
            Array("RIFF".utf8) + big(0) + Array("WEBPVP8L".utf8) + little(9, 4) + [0x2F] + little(32 | 43 << 14, 4)
        ),
        (
            .webp, 176, 144,
            Array("RIFF".utf8) + big(0) + Array("WEBPVP8 ".utf8) + little(9, 4) + [0, 0, 0, 0x9D, 0x01, 0x2A]
                + little(176, 2) + little(144, 2)
        ),
        (.heic, 8_064, 6_048, heif("heic")),
        (.avif, 8_064, 6_048, heif("avif")),
        (
            .bmp, 70, 80,
            Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + little(40, 4) + little(70, 4) + little(-80, 4)
        ),
        (
            .tiff, 12, 34,
            [0x49, 0x49, 0x2A, 0] + little(8, 4) + little(2, 2) + little(256, 2) + little(3, 2) + little(1, 4)
                + little(12, 4) + little(257, 2) + little(4, 2) + little(1, 4) + little(34, 4)
        ),
        (
            .tiff, 12, 34,
            [0x4D, 0x4D, 0, 0x2A] + big(8) + big(2, 2) + big(256, 2) + big(3, 2) + big(1) + big(12, 2) + [0, 0]
                + big(257, 2) + big(4, 2) + big(1) + big(34)
        ),
    ]

    @Test("Format and size come from the content", arguments: samples.indices)
    func facts(index: Int) throws {
        let (format, width, height, bytes) = Self.samples[index]
        let info = try ImageProbe.inspect(base64: Data(bytes).base64EncodedString(), claimedType: format.mimeType)
        #expect(info == ImageInfo(format: format, width: width, height: height, byteCount: bytes.count))
    }

    @Test("A header cut short never gives a wrong size", arguments: samples.indices)
    func truncated(index: Int) {
        let (format, width, height, bytes) = Self.samples[index]
        for count in 1..<bytes.count {
            let info = try? ImageProbe.inspect(Array(bytes.prefix(count)), byteCount: 1_000_000, claimedType: nil)
            guard let info else { continue }
            #expect(info.format == format || info.format == .heic)
            if let found = info.width { #expect(found == width || found == 512) }
            if let found = info.height { #expect(found == height || found == 512) }
        }
    }

    @Test("A wrong claim is noted; known aliases are no mismatch")
    func mismatch() throws {
        let png = Data(Self.png(2, 2)).base64EncodedString()
        #expect(try ImageProbe.inspect(base64: png, claimedType: "image/jpeg").mismatchedType == "image/jpeg")
        #expect(try ImageProbe.inspect(base64: png, claimedType: "IMAGE/PNG").mismatchedType == nil)
        #expect(try ImageProbe.inspect(base64: png, claimedType: nil).mismatchedType == nil)
        let jpeg = Data(Self.samples[1].3).base64EncodedString()
        #expect(try ImageProbe.inspect(base64: jpeg, claimedType: "image/jpg; q=1").mismatchedType == nil)
    }

    @Test("What cannot be shown says why")
    func refusals() {
        func error(_ base64: String, _ limits: ImageProbe.Limits = .init()) -> ImageError? {
            do {
                _ = try ImageProbe.inspect(base64: base64, claimedType: "image/png", limits: limits)
                return nil
            } catch {
                return error
            }
        }
        func encoded(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
        #expect(error("") == .empty)
        #expect(error("===") == .brokenBase64)
        #expect(error("!!!!") == .brokenBase64)
        #expect(error("AAAAA") == .brokenBase64)
        #expect(error(String(encoded(Self.png(1, 1)).dropLast(8)) + "=A==") == .brokenBase64)
        #expect(error(encoded(Array("<?xml version=\"1.0\"?><svg xmlns=\"x\" onload=\"y\"/>".utf8))) == .refusedSVG)
        #expect(error(encoded(Array("plain words, no image".utf8))) == .unknownFormat)
        #expect(error(encoded(Self.png(100_000, 2))) == .tooManyPixels(width: 100_000, height: 2))
        #expect(error(encoded(Self.png(0, 2))) == .brokenHeader(.png))
        #expect(error(encoded(Self.png(60_000, 60_000))) == .tooManyPixels(width: 60_000, height: 60_000))
        #expect(error(encoded(Self.png(4, 4)), .init(bytes: 10)) == .tooManyBytes(33, limit: 10))
        #expect(error(encoded(Array("GIF89a".utf8))) == .brokenHeader(.gif))
        let forged =
            Self.box("ftyp", Array("heic".utf8) + Self.big(0))
            + Self.box(
                "meta",
                Self.big(0)
                    + Self.box(
                        "iprp",
                        Self.box("ipco", Self.box("ispe", Self.big(0) + Self.big(0xFFFF_FFFF) + Self.big(0xFFFF_FFFF))))
            )
        #expect(error(encoded(forged)) == .tooManyPixels(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF))
    }

    @Test("A huge but honest picture is taken, to be made smaller while it is decoded")
    func huge() throws {
        let info = try ImageProbe.inspect(Self.png(20_000, 20_000), claimedType: nil)
        let size = try #require(info.size(fitting: 2_048))
        #expect(size == (2_048, 2_048))
        #expect(
            ImageInfo(format: .png, width: 6_048, height: 8_064, byteCount: 1).size(fitting: 2_048)! == (1_536, 2_048))
        #expect(ImageInfo(format: .png, width: 10, height: 20, byteCount: 1).size(fitting: 2_048)! == (10, 20))
    }

    @Test("Base64 with line breaks, without padding, URL-safe or as a data address is read")
    func base64Forms() throws {
        let bytes = Self.png(7, 9) + [0xFB, 0xFF, 0xFE, 1]
        let plain = Data(bytes).base64EncodedString()
        let forms = [
            plain, plain.replacing("=", with: ""), "data:image/png;base64," + plain,
            plain.enumerated().map { $0 % 20 == 19 ? "\($1)\r\n" : "\($1)" }.joined(),
            plain.replacing("+", with: "-").replacing("/", with: "_"),
        ]
        for form in forms {
            let info = try ImageProbe.inspect(base64: form, claimedType: nil)
            #expect(info == ImageInfo(format: .png, width: 7, height: 9, byteCount: bytes.count))
        }
    }
}
