import CollabWire
import Foundation
import FuzzSupport

/// Bytes are refused, or are a text whose parts are texts and whose canonical form is one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let text: JSONText
    do throws(JSONError) {
        text = try JSONText(validating: bytes)
    } catch {
        precondition(!error.description.isEmpty)
        return 0
    }
    let canonical = text.canonical
    precondition(read(canonical).canonical == canonical, "canonical is not")
    precondition(
        certain("the repaired text is a text") { try JSONText(validating: text.string) }.canonical == canonical,
        "the repaired text differs")
    precondition(read(text.bytes) == text, "white space is left around the value")
    precondition(read(JSONText(text.value).bytes).byteCount > 0)
    if let string = text.stringValue {
        precondition(string.utf8.elementsEqual(String(decoding: Array(string.utf8), as: UTF8.self).utf8), "no UTF-8")
    }
    for (position, element) in text.elements.prefix(4).enumerated() {
        precondition(read(element.bytes) == element, "an element is no text")
        let edited = certain("an element can be taken out and put back") {
            try text.removing(at: [.index(position)]).inserting(at: [.index(position)], element)
        }
        precondition(edited.canonical == canonical, "editing lost something")
    }
    for (key, value) in text.members.prefix(4) {
        precondition(read(value.bytes) == value, "a member is no text")
        guard let last = text[key] else { preconditionFailure("a member cannot be found") }
        let edited = certain("a member can be replaced") { try text.replacing(at: [.key(key)], with: last) }
        precondition(edited.canonical == canonical, "editing lost something")
    }
    return 0
}

private func read<Bytes: Sequence>(_ bytes: Bytes) -> JSONText where Bytes.Element == UInt8 {
    certain("a part of a text is a text") { try JSONText(validating: Array(bytes)) }
}

private func read(_ text: String) -> JSONText {
    certain("a canonical text is a text") { try JSONText(validating: text) }
}
