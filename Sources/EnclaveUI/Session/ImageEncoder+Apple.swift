#if !os(Linux)
    import CollabWire
    import Foundation
    import ImageIO
    import UniformTypeIdentifiers

    /// Shrinks pictures for prompts: JPEG, or PNG where there is transparency; location and other metadata stay behind.
    enum ImageEncoder {
        static func promptImage(from data: Data, longestSide: Int) throws -> PromptImage {
            let options = [kCGImageSourceShouldCache: false] as CFDictionary
            let thumbnail =
                [
                    kCGImageSourceCreateThumbnailFromImageAlways: true,
                    kCGImageSourceCreateThumbnailWithTransform: true,
                    kCGImageSourceThumbnailMaxPixelSize: longestSide,
                ] as CFDictionary
            guard let source = CGImageSourceCreateWithData(data as CFData, options),
                let image = CGImageSourceCreateThumbnailAtIndex(source, 0, thumbnail)
            else { throw AttachmentError.unreadable }
            let isOpaque = [.none, .noneSkipFirst, .noneSkipLast].contains(image.alphaInfo)
            let type = isOpaque ? UTType.jpeg : UTType.png
            let output = NSMutableData()
            guard
                let destination = CGImageDestinationCreateWithData(output, type.identifier as CFString, 1, nil)
            else { throw AttachmentError.unreadable }
            // The picture alone is written, so nothing of the original's metadata can come along.
            CGImageDestinationAddImage(
                destination, image, [kCGImageDestinationLossyCompressionQuality: 0.85] as CFDictionary)
            guard CGImageDestinationFinalize(destination) else { throw AttachmentError.unreadable }
            return PromptImage(
                mimeType: isOpaque ? "image/jpeg" : "image/png", data: (output as Data).base64EncodedString())
        }
    }
#endif
