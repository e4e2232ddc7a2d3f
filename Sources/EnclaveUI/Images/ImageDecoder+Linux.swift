#if os(Linux)
    import Foundation
    import UIKit

    /// The browser decodes and scales by itself.
    nonisolated enum ImageDecoder {
        static func decode(_ data: Data, longestSide: Int) -> UIImage? { UIImage(data: data) }
    }
#endif
