import CollabWire
import Foundation

/// However a text is split, the same lines come out. The first byte says where to cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: data, count: size)
    guard let first = bytes.first else { return 0 }
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    var whole = JSONLines()
    let expected = whole.read(text)
    var parts = JSONLines()
    var found: [JSONText] = []
    var rest = text.unicodeScalars[...]
    let step = Int(first % 13) + 1
    while !rest.isEmpty {
        found += parts.read(String(rest.prefix(step)))
        rest = rest.dropFirst(step)
    }
    precondition(found == expected && parts == whole, "a split changed the lines")
    let reply = TranscriptReply(reqId: .number(1), text: text, newSize: size, error: nil)
    guard case .advance(_, let lines, let fresh) = TranscriptPoll.decide(reply, after: JSONLines()) else {
        preconditionFailure("a reply without an error stopped the reading")
    }
    precondition(lines == whole && fresh.count <= expected.count)
    return 0
}
