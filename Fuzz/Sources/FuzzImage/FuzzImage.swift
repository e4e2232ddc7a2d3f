import Foundation
import Transcript

/// Any bytes are refused, or have a size within the limits; base64 of them says the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let direct = inspected { () throws(ImageError) in try ImageProbe.inspect(bytes, claimedType: "image/png") }
    let encoded = Data(bytes).base64EncodedString()
    let decoded = inspected { () throws(ImageError) in
        try ImageProbe.inspect(base64: encoded, claimedType: "image/png")
    }
    precondition(direct == decoded, "base64 changed the image")
    _ = inspected { () throws(ImageError) in
        try ImageProbe.inspect(base64: String(decoding: bytes, as: UTF8.self), claimedType: nil)
    }
    return 0
}

private func inspected(_ inspect: () throws(ImageError) -> ImageInfo) -> ImageInfo? {
    do throws(ImageError) {
        let info = try inspect()
        if let width = info.width, let height = info.height {
            precondition(width > 0 && height > 0 && width <= 65_535 && height <= 65_535, "an impossible size")
        }
        return info
    } catch {
        precondition(!error.sentence.isEmpty)
        return nil
    }
}
