#if !os(Linux)
    import Foundation
    import ImageIO
    import UIKit

    /// Makes bounded pictures from encoded ones: the decoder is asked for a thumbnail and never holds all pixels.
    nonisolated enum ImageDecoder {
        static func decode(_ data: Data, longestSide: Int) -> UIImage? {
            let options = [kCGImageSourceShouldCache: false] as CFDictionary
            guard let source = CGImageSourceCreateWithData(data as CFData, options) else { return nil }
            let thumbnail =
                [
                    kCGImageSourceCreateThumbnailFromImageAlways: true,
                    kCGImageSourceCreateThumbnailWithTransform: true,
                    kCGImageSourceShouldCacheImmediately: true,
                    kCGImageSourceThumbnailMaxPixelSize: longestSide,
                ] as CFDictionary
            return CGImageSourceCreateThumbnailAtIndex(source, 0, thumbnail).map { UIImage(cgImage: $0) }
        }
    }
#endif
