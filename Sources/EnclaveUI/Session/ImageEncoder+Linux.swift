#if os(Linux)
    import CollabWire
    import Foundation
    import Transcript

    /// Sends pictures as they are when a host can show them; the preview has no codec to shrink them with.
    enum ImageEncoder {
        static func promptImage(from data: Data, longestSide: Int) throws -> PromptImage {
            let format: ImageFormat
            do { format = try ImageProbe.inspect(Array(data), claimedType: nil).format } catch {
                throw AttachmentError.unreadable
            }
            guard [ImageFormat.png, .jpeg, .gif, .webp].contains(format) else { throw AttachmentError.unreadable }
            return PromptImage(mimeType: format.mimeType, data: data.base64EncodedString())
        }
    }
#endif
