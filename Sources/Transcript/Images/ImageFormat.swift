/// A format of image, told by its first bytes and never by what a host claims.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
    case png, jpeg, gif, webp, heic, avif, bmp, tiff

    /// The format's MIME type.
    public var mimeType: String { "image/\(rawValue)" }
}

/// What an image is before anything is decoded.
public struct ImageInfo: Sendable, Hashable {
    /// The format, by content.
    public var format: ImageFormat
    /// Width in pixels as the header says, rotation aside; nil when the header does not come early enough.
    public var width: Int?
    /// Height in pixels.
    public var height: Int?
    /// The encoded size in bytes.
    public var byteCount: Int
    /// The type the host claimed, when it is not the one the content shows.
    public var mismatchedType: String?

    /// An image's facts.
    public init(format: ImageFormat, width: Int?, height: Int?, byteCount: Int, mismatchedType: String? = nil) {
        self.format = format
        self.width = width
        self.height = height
        self.byteCount = byteCount
        self.mismatchedType = mismatchedType
    }
}

/// Why an image is not shown; a placeholder carries the sentence.
public enum ImageError: Error, Sendable, Hashable {
    case empty
    /// The text is not base64.
    case brokenBase64
    /// SVG can carry scripts and outside references.
    case refusedSVG
    case unknownFormat
    /// More encoded bytes than the limit.
    case tooManyBytes(Int, limit: Int)
    /// More pixels than the limit.
    case tooManyPixels(width: Int, height: Int)
    /// The header says zero or impossible dimensions.
    case brokenHeader(ImageFormat)

    /// What a person is told.
    public var sentence: String {
        switch self {
        case .empty: "The image is empty."
        case .brokenBase64: "The image arrived damaged: its data cannot be decoded."
        case .refusedSVG: "SVG images are not shown, because they can carry scripts."
        case .unknownFormat: "This image format is not known."
        case .tooManyBytes(let count, let limit):
            "The image is too large to show: \(count) bytes, at most \(limit) are taken."
        case .tooManyPixels(let width, let height): "The image is too large to show: \(width) × \(height) pixels."
        case .brokenHeader(let format): "The \(format.rawValue.uppercased()) image is damaged."
        }
    }
}
