import CollabWire
import Foundation

/// Bytes are refused, or are a text whose parts are texts and whose canonical form is one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    do throws(JSONError) {
        let text = try JSONText(validating: bytes)
        let canonical = text.canonical
        precondition(try JSONText(validating: canonical).canonical == canonical, "canonical is not")
        precondition(try JSONText(validating: text.string).canonical == canonical, "the repaired text differs")
        precondition(try JSONText(validating: text.bytes) == text, "white space is left around the value")
        precondition(try JSONText(validating: JSONText(text.value).bytes).byteCount > 0)
        if let string = text.stringValue {
            precondition(
                string.utf8.elementsEqual(String(decoding: Array(string.utf8), as: UTF8.self).utf8), "no UTF-8")
        }
        for (position, element) in text.elements.enumerated() {
            precondition(try JSONText(validating: element.bytes) == element, "an element is no text")
            let without = try text.removing(at: [.index(position)])
            precondition(
                try without.inserting(at: [.index(position)], element).canonical == canonical, "editing lost something")
            if position == 3 { break }
        }
        for (key, value) in text.members.prefix(4) {
            precondition(try JSONText(validating: value.bytes) == value, "a member is no text")
            guard let last = text[key] else { preconditionFailure("a member cannot be found") }
            precondition(
                try text.replacing(at: [.key(key)], with: last).canonical == canonical, "editing lost something")
        }
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
