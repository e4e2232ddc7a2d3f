import CollabWire
import SwiftUI
import Transcript
import UIKit

/// What became of a picture.
nonisolated enum LoadedImage: Sendable {
    case ready(UIImage, ImageInfo)
    /// Why there is none, in a sentence.
    case failed(String)
}

/// Decodes pictures off the main thread, bounded in pixels and in how many are kept (report S07).
///
/// The cache forgets everything on a memory warning; a picture that is still shown is decoded again when its row
/// appears the next time.
package actor ImageLoader {
    /// Makes a picture of encoded bytes, at most so many pixels long; nil when that cannot be done.
    package typealias Decode = @Sendable (_ data: Data, _ longestSide: Int) async -> UIImage?

    /// The platform's own.
    package static let system: Decode = { ImageDecoder.decode($0, longestSide: $1) }
    /// The longest side of a thumbnail, in pixels.
    package static let thumbnailSide = 720
    /// The longest side of a picture in the viewer, in pixels.
    static let fullSide = 2_048

    private let limit: Int
    private let decode: Decode
    private var cache: [Key: LoadedImage] = [:]
    private var order: [Key] = []

    private struct Key: Hashable {
        var image: ImageBlock
        var side: Int
    }

    /// A loader that keeps at most `limit` pictures.
    package init(limit: Int = 48, decode: @escaping Decode = ImageLoader.system) {
        self.limit = limit
        self.decode = decode
    }

    /// A picture for a row.
    func thumbnail(of image: ImageBlock) async -> LoadedImage { await load(image, side: Self.thumbnailSide) }

    /// A picture for the viewer.
    func full(_ image: ImageBlock) async -> LoadedImage { await load(image, side: Self.fullSide) }

    /// Forgets everything, as on a memory warning.
    func purge() {
        cache = [:]
        order = []
    }

    private func load(_ image: ImageBlock, side: Int) async -> LoadedImage {
        let key = Key(image: image, side: side)
        if let known = cache[key] { return known }
        let loaded = await read(image, side: side)
        // Somebody else may have asked for it meanwhile. What failed is tried again: memory may have been short.
        guard case .ready = loaded, cache[key] == nil else { return loaded }
        cache[key] = loaded
        order.append(key)
        if order.count > limit { cache[order.removeFirst()] = nil }
        return loaded
    }

    private func read(_ image: ImageBlock, side: Int) async -> LoadedImage {
        do throws(ImageError) {
            let info = try ImageProbe.inspect(image)
            let data = try ImageProbe.data(image)
            guard let picture = await decode(data, side) else {
                return .failed(ImageError.brokenHeader(info.format).sentence)
            }
            return .ready(picture, info)
        } catch {
            return .failed(error.sentence)
        }
    }
}

private struct ImageLoaderKey: EnvironmentKey {
    static let defaultValue = ImageLoader()
}

extension EnvironmentValues {
    /// Decodes the pictures of everything below.
    package var imageLoader: ImageLoader {
        get { self[ImageLoaderKey.self] }
        set { self[ImageLoaderKey.self] = newValue }
    }
}

extension ImageInfo {
    /// Width by height, when the header says; then a row has its height before its pixels are there.
    var ratio: CGFloat? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return CGFloat(width) / CGFloat(height)
    }

    /// How wide a thumbnail may be so that it is neither wider than 360 points nor higher than 280.
    var thumbnailWidth: CGFloat { min(360, 280 * (ratio ?? 1)) }

    /// "640 × 480", or the size in bytes when the header doesn't say.
    func dimensions(_ locale: Locale) -> String {
        if let width, let height { return "\(width) × \(height)" }
        return Figures.bytes(byteCount, locale: locale)
    }
}
