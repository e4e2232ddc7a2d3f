/// Reads the size of an image from its header.
///
/// Every access is checked against the bytes at hand; a header that ends early gives nil. Walks over chunks are bounded
/// by the bytes and never go back.
struct ImageHeader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    typealias Size = (width: Int, height: Int)

    /// The size in pixels, when the header says it within these bytes.
    func size(_ format: ImageFormat) -> Size? {
        switch format {
        case .png: png()
        case .jpeg: jpeg()
        case .gif: pair(little16(6), little16(8))
        case .webp: webp()
        case .heic, .avif: isoMedia()
        case .bmp: bmp()
        case .tiff: tiff()
        }
    }

    // MARK: Numbers

    func big16(_ offset: Int) -> Int? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }

    func big32(_ offset: Int) -> Int? {
        guard let high = big16(offset), let low = big16(offset + 2) else { return nil }
        return high << 16 | low
    }

    func little16(_ offset: Int) -> Int? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        return Int(bytes[offset + 1]) << 8 | Int(bytes[offset])
    }

    func little24(_ offset: Int) -> Int? {
        guard let low = little16(offset), offset + 3 <= bytes.count else { return nil }
        return Int(bytes[offset + 2]) << 16 | low
    }

    func little32(_ offset: Int) -> Int? {
        guard let low = little16(offset), let high = little16(offset + 2) else { return nil }
        return high << 16 | low
    }

    private func pair(_ width: Int?, _ height: Int?) -> Size? {
        guard let width, let height else { return nil }
        return (width, height)
    }

    private func isMark(_ mark: String, at offset: Int) -> Bool {
        let mark = Array(mark.utf8)
        return offset >= 0 && offset + mark.count <= bytes.count
            && bytes[offset..<offset + mark.count].elementsEqual(mark)
    }

    // MARK: Formats

    private func png() -> Size? {
        isMark("IHDR", at: 12) ? pair(big32(16), big32(20)) : nil
    }

    private func jpeg() -> Size? {
        var offset = 2
        while offset + 4 <= bytes.count {
            guard bytes[offset] == 0xFF else { return nil }
            let marker = bytes[offset + 1]
            if marker == 0xFF {
                offset += 1
                continue
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                offset += 2
                continue
            }
            // Start of frame, of any kind of coding.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return pair(big16(offset + 7), big16(offset + 5))
            }
            guard marker != 0xD9, marker != 0xDA, let length = big16(offset + 2), length >= 2 else { return nil }
            offset += 2 + length
        }
        return nil
    }

    private func webp() -> Size? {
        if isMark("VP8X", at: 12) { return pair(little24(24).map { $0 + 1 }, little24(27).map { $0 + 1 }) }
        if isMark("VP8L", at: 12), let bits = little32(21), bytes.count > 20, bytes[20] == 0x2F {
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        }
        if isMark("VP8 ", at: 12) {
            return pair(little16(26).map { $0 & 0x3FFF }, little16(28).map { $0 & 0x3FFF })
        }
        return nil
    }

    private func bmp() -> Size? {
        guard let length = little32(14) else { return nil }
        if length == 12 { return pair(little16(18), little16(20)) }
        guard let width = little32(18), let height = little32(22) else { return nil }
        // The height is signed: negative means top to bottom.
        return (width, height > 0x7FFF_FFFF ? 0x1_0000_0000 - height : height)
    }

    private func tiff() -> Size? {
        let isLittle = bytes.first == 0x49
        func word(_ offset: Int) -> Int? { isLittle ? little16(offset) : big16(offset) }
        func long(_ offset: Int) -> Int? { isLittle ? little32(offset) : big32(offset) }
        guard let directory = long(4), let count = word(directory) else { return nil }
        var width: Int?
        var height: Int?
        for index in 0..<min(count, 512) {
            let entry = directory + 2 + index * 12
            guard let tag = word(entry), let type = word(entry + 2) else { break }
            let value = type == 3 ? word(entry + 8) : long(entry + 8)
            if tag == 256 { width = value }
            if tag == 257 { height = value }
        }
        return pair(width, height)
    }

    /// HEIC and AVIF: the largest `ispe` property, which is the whole image's; tiles are smaller.
    private func isoMedia() -> Size? {
        guard let meta = box("meta", in: 0..<bytes.count),
            // `meta` is a full box: version and flags come first.
            let properties = box("iprp", in: meta.dropFirst(4)), let container = box("ipco", in: properties)
        else { return nil }
        var best: Size?
        for (kind, content) in boxes(in: container) where kind == "ispe" {
            guard let width = big32(content.lowerBound + 4), let height = big32(content.lowerBound + 8) else {
                continue
            }
            // Compared as fractions of the largest possible area: the product of two forged sides overflows.
            let area = Double(width) * Double(height)
            if best.map({ area > Double($0.width) * Double($0.height) }) ?? true { best = (width, height) }
        }
        return best
    }

    private func box(_ kind: String, in range: Range<Int>) -> Range<Int>? {
        boxes(in: range).first { $0.kind == kind }?.content
    }

    private func boxes(in range: Range<Int>) -> [(kind: String, content: Range<Int>)] {
        var found: [(kind: String, content: Range<Int>)] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, found.count < 1_024 {
            guard let length = big32(offset), offset + 8 <= bytes.count else { break }
            let kind = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            var start = offset + 8
            var size = length
            if length == 1 {
                guard let high = big32(offset + 8), high == 0, let low = big32(offset + 12) else { break }
                size = low
                start += 8
            } else if length == 0 {
                size = range.upperBound - offset
            }
            guard size >= start - offset else { break }
            let end = min(offset + size, range.upperBound)
            found.append((kind, start..<max(start, end)))
            offset += size
        }
        return found
    }
}
