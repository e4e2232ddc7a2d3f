import CollabWire
import Foundation

/// Looks at encoded images before anything decodes them.
///
/// What a host sends is taken for nothing but bytes: the format is told by content, sizes come from headers, and what
/// breaks a limit never reaches a decoder. Nothing here decodes pixels.
public enum ImageProbe {
    /// What is taken at most.
    public struct Limits: Sendable, Hashable {
        /// Encoded bytes.
        public var bytes: Int
        /// Pixels on one side.
        public var side: Int
        /// Pixels in all. Shown images are downsampled while they are decoded, so this may be far above memory.
        public var pixels: Int

        /// Limits of a given size.
        public init(bytes: Int = 32 << 20, side: Int = 65_535, pixels: Int = 1_000_000_000) {
            self.bytes = bytes
            self.side = side
            self.pixels = pixels
        }
    }

    /// How much of an image is looked at for its size, in bytes.
    static let headerLength = 262_144

    /// The facts of an image as the wire carries it.
    public static func inspect(_ image: ImageBlock, limits: Limits = Limits()) throws(ImageError) -> ImageInfo {
        guard let base64 = image.data?.stringValue else { throw .empty }
        return try inspect(base64: base64, claimedType: image.mimeType, limits: limits)
    }

    /// The facts of an image in base64. The whole text is checked; only its beginning is decoded.
    ///
    /// - Parameters:
    ///   - base64: the encoded image; white space and missing padding are taken, a `data:` address too.
    ///   - claimedType: the MIME type the host claims, for ``ImageInfo/mismatchedType``.
    public static func inspect(
        base64: String, claimedType: String?, limits: Limits = Limits()
    ) throws(ImageError) -> ImageInfo {
        let decoded = try Base64Prefix.decode(base64, upTo: headerLength)
        guard decoded.total <= limits.bytes else { throw .tooManyBytes(decoded.total, limit: limits.bytes) }
        return try inspect(decoded.bytes, byteCount: decoded.total, claimedType: claimedType, limits: limits)
    }

    /// The facts of an encoded image, or of its beginning.
    ///
    /// - Parameters:
    ///   - bytes: the image, or at least its header.
    ///   - byteCount: how long the whole image is.
    ///   - claimedType: the MIME type somebody claims.
    public static func inspect(
        _ bytes: [UInt8], byteCount: Int? = nil, claimedType: String?, limits: Limits = Limits()
    ) throws(ImageError) -> ImageInfo {
        guard !bytes.isEmpty else { throw .empty }
        let count = byteCount ?? bytes.count
        guard count <= limits.bytes else { throw .tooManyBytes(count, limit: limits.bytes) }
        guard let format = ImageFormat(of: bytes) else {
            throw ImageFormat.looksLikeSVG(bytes) ? .refusedSVG : .unknownFormat
        }
        var info = ImageInfo(format: format, width: nil, height: nil, byteCount: count)
        if let size = ImageHeader(bytes).size(format) {
            guard size.width > 0, size.height > 0 else { throw .brokenHeader(format) }
            guard size.width <= limits.side, size.height <= limits.side,
                size.width <= limits.pixels / size.height
            else { throw .tooManyPixels(width: size.width, height: size.height) }
            info.width = size.width
            info.height = size.height
        } else if count <= bytes.count {
            // All of it was looked at, and there is no size in it.
            throw .brokenHeader(format)
        }
        if let claimed = claimedType?.lowercased(), !format.isCalled(claimed) { info.mismatchedType = claimed }
        return info
    }

    /// All bytes of an image, after its facts were found to be acceptable.
    public static func data(_ image: ImageBlock, limits: Limits = Limits()) throws(ImageError) -> Data {
        guard let base64 = image.data?.stringValue else { throw .empty }
        let decoded = try Base64Prefix.decode(base64, upTo: limits.bytes + 1)
        guard decoded.total <= limits.bytes else { throw .tooManyBytes(decoded.total, limit: limits.bytes) }
        _ = try inspect(decoded.bytes, claimedType: image.mimeType, limits: limits)
        return Data(decoded.bytes)
    }
}

extension ImageInfo {
    /// The size the image takes when its longer edge may have so many pixels; never larger than it is.
    public func size(fitting edge: Int) -> (width: Int, height: Int)? {
        guard let width, let height, edge > 0 else { return nil }
        let longer = max(width, height)
        guard longer > edge else { return (width, height) }
        return (max(1, width * edge / longer), max(1, height * edge / longer))
    }
}

extension ImageFormat {
    /// The format whose mark the bytes start with.
    public init?(of bytes: [UInt8]) {
        func starts(_ mark: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + mark.count && bytes[offset..<offset + mark.count].elementsEqual(mark)
        }
        if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if starts([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if starts(Array("GIF87a".utf8)) || starts(Array("GIF89a".utf8)) {
            self = .gif
        } else if starts(Array("RIFF".utf8)), starts(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if starts([0x49, 0x49, 0x2A, 0x00]) || starts([0x4D, 0x4D, 0x00, 0x2A]) {
            self = .tiff
        } else if starts(Array("BM".utf8)), bytes.count >= 26,
            ImageHeader(bytes).little32(14).map({ $0 <= 256 }) ?? false
        {
            self = .bmp
        } else if starts(Array("ftyp".utf8), at: 4), let format = Self.brand(bytes) {
            self = format
        } else {
            return nil
        }
    }

    private static func brand(_ bytes: [UInt8]) -> ImageFormat? {
        let length = min(ImageHeader(bytes).big32(0) ?? 0, bytes.count, 256)
        var brands: [String] = []
        for offset in [8] + Array(stride(from: 16, to: max(16, length - 3), by: 4)) where offset + 4 <= bytes.count {
            brands.append(String(decoding: bytes[offset..<offset + 4], as: UTF8.self))
        }
        if brands.contains(where: { $0 == "avif" || $0 == "avis" }) { return .avif }
        let heif = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
        return brands.contains(where: heif.contains) ? .heic : nil
    }

    /// Whether a MIME type is this format's.
    func isCalled(_ type: String) -> Bool {
        let base = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        if base == mimeType { return true }
        switch self {
        case .jpeg: return base == "image/jpg" || base == "image/pjpeg"
        case .heic: return base == "image/heif" || base == "image/heic-sequence" || base == "image/heif-sequence"
        case .bmp: return base == "image/x-ms-bmp" || base == "image/x-bmp"
        default: return false
        }
    }

    static func looksLikeSVG(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.prefix(1_024), as: UTF8.self).lowercased()
        return start.contains("<svg")
    }
}

/// Decodes the beginning of base64 and checks the rest.
private enum Base64Prefix {
    static func decode(_ text: String, upTo limit: Int) throws(ImageError) -> (bytes: [UInt8], total: Int) {
        var text = text
        if text.utf8.prefix(5).elementsEqual("data:".utf8) {
            guard let comma = text.utf8.prefix(256).firstIndex(of: UInt8(ascii: ",")) else { throw .brokenBase64 }
            text = String(text[text.utf8.index(after: comma)...])
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(limit, text.utf8.count / 4 * 3 + 3))
        var digits = 0
        var padding = 0
        var group: UInt32 = 0
        var isBroken = false
        text.withUTF8 { source in
            for byte in source {
                let value = table[Int(byte)]
                if value < 64 {
                    if padding > 0 { isBroken = true }
                    group = group << 6 | UInt32(value)
                    digits += 1
                    if digits % 4 == 0, bytes.count < limit {
                        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                        bytes.append(UInt8(truncatingIfNeeded: group))
                    }
                } else if byte == UInt8(ascii: "=") {
                    padding += 1
                } else if !(byte == .space || byte == .lineFeed || byte == .carriageReturn || byte == .tab) {
                    isBroken = true
                }
            }
        }
        let rest = digits % 4
        guard !isBroken, rest != 1, padding <= 2 else { throw .brokenBase64 }
        guard digits > 0 else { throw .empty }
        if rest > 1, bytes.count < limit {
            group <<= UInt32(6 * (4 - rest))
            bytes.append(UInt8(truncatingIfNeeded: group >> 16))
            if rest == 3 { bytes.append(UInt8(truncatingIfNeeded: group >> 8)) }
        }
        return (bytes, digits / 4 * 3 + max(0, rest - 1))
    }

    private static let table: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, letter) in letters.utf8.enumerated() { table[Int(letter)] = UInt8(value) }
        table[Int(UInt8(ascii: "-"))] = 62
        table[Int(UInt8(ascii: "_"))] = 63
        return table
    }()
}
