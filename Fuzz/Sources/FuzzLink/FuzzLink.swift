import CollabWire
import Foundation
import FuzzSupport

/// A text is refused, or is a link that survives formatting.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
    let link: RoomLink
    do throws(LinkError) {
        link = try RoomLink(parsing: text)
    } catch {
        precondition(!error.description.isEmpty)
        return 0
    }
    let again = certain("a formatted link is a link") { try RoomLink(parsing: link.formatted, leniency: .none) }
    precondition(again == link, "formatting lost something")
    let opened = certain("a browser link is a link") {
        try RoomLink(parsing: link.browserLink(), leniency: .none)
    }
    precondition(opened == link, "the browser form lost something")
    precondition(!"\(link) \(String(reflecting: link))".contains(link.secret.base64url), "a secret was printed")
    return 0
}
