import CollabWire
import Foundation

/// A text is refused, or is a link that survives formatting.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
    do throws(LinkError) {
        let link = try RoomLink(parsing: text)
        precondition(try RoomLink(parsing: link.formatted, leniency: .none) == link, "formatting lost something")
        precondition(
            try RoomLink(parsing: link.browserLink(), leniency: .none) == link, "the browser form lost something")
        precondition(!"\(link) \(String(reflecting: link))".contains(link.secret.base64url), "a secret was printed")
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
