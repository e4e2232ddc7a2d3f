import CPNG
import Foundation

/// Opaque pixels, three bytes each.
struct Bitmap {
    var width: Int
    var height: Int
    /// Red, green, blue; row by row.
    var bytes: [UInt8]

    init(width: Int, height: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Reads a PNG file.
    init(png url: URL) throws {
        let data = try Data(contentsOf: url)
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        let isOpen = data.withUnsafeBytes { png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count) != 0 }
        guard isOpen else { throw PictureError("\(url.path) is no PNG that can be read") }
        defer { png_image_free(&image) }
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
        width = Int(image.width)
        height = Int(image.height)
        bytes = [UInt8](repeating: 0, count: width * height * 3)
        let isRead = data.withUnsafeBytes { _ in
            bytes.withUnsafeMutableBytes { png_image_finish_read(&image, nil, $0.baseAddress, 0, nil) != 0 }
        }
        guard isRead else { throw PictureError("\(url.path) ends early") }
    }

    /// Writes a PNG file.
    func write(png url: URL) throws {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(width)
        image.height = UInt32(height)
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
        let isWritten = bytes.withUnsafeBytes {
            png_image_write_to_file(&image, url.path, 0, $0.baseAddress, 0, nil) != 0
        }
        guard isWritten else { throw PictureError("\(url.path) could not be written") }
    }

    /// A part of it.
    func cropped(x: Int, y: Int, width: Int, height: Int) throws -> Bitmap {
        guard x >= 0, y >= 0, x + width <= self.width, y + height <= self.height else {
            throw PictureError("a sheet is smaller than its pictures")
        }
        var part: [UInt8] = []
        part.reserveCapacity(width * height * 3)
        for row in y..<(y + height) {
            let start = (row * self.width + x) * 3
            part += bytes[start..<(start + width * 3)]
        }
        return Bitmap(width: width, height: height, bytes: part)
    }

    /// Smaller by a whole factor; each pixel is the mean of those it stands for.
    func reduced(by factor: Int) -> Bitmap {
        guard factor > 1 else { return self }
        let (small, low) = (width / factor, height / factor)
        var result = [UInt8](repeating: 0, count: small * low * 3)
        let count = factor * factor
        for y in 0..<low {
            for x in 0..<small {
                var (red, green, blue) = (0, 0, 0)
                for dy in 0..<factor {
                    var index = ((y * factor + dy) * width + x * factor) * 3
                    for _ in 0..<factor {
                        red += Int(bytes[index])
                        green += Int(bytes[index + 1])
                        blue += Int(bytes[index + 2])
                        index += 3
                    }
                }
                let target = (y * small + x) * 3
                result[target] = UInt8(red / count)
                result[target + 1] = UInt8(green / count)
                result[target + 2] = UInt8(blue / count)
            }
        }
        return Bitmap(width: small, height: low, bytes: result)
    }

    /// How much of it looks different, 0…1.
    ///
    /// Colours are compared as the eye weighs them (differences in YIQ, as in Kotsarenko and Ramos, 2010); differences
    /// below a tenth of the largest possible one don't count. Pictures of different size differ altogether.
    func difference(from other: Bitmap) -> Double {
        guard width == other.width, height == other.height else { return 1 }
        let limit = 35_215 * 0.1 * 0.1
        var different = 0
        for index in stride(from: 0, to: bytes.count, by: 3) {
            let red = Double(bytes[index]) - Double(other.bytes[index])
            let green = Double(bytes[index + 1]) - Double(other.bytes[index + 1])
            let blue = Double(bytes[index + 2]) - Double(other.bytes[index + 2])
            let y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
            let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
            let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
            if 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q > limit { different += 1 }
        }
        return Double(different) / Double(max(1, width * height))
    }
}

/// Why there is no picture.
struct PictureError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
