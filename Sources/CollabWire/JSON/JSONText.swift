import Foundation

/// A piece of JSON text, kept as the bytes the host sent.
///
/// The wire model decodes what Enclave understands and keeps everything else as `JSONText`, so that nothing a newer
/// host sends is lost: tool arguments, `details`, unknown blocks and entries stay exactly as they came.
/// A value is a slice of a shared, immutable buffer; copying it is one retain.
///
/// The text is known to be valid JSON. Lone surrogates in escapes are allowed (protocol §12), and nesting may be of
/// any depth: no operation recurses with the text's nesting.
public struct JSONText: Sendable {
    let storage: JSONStorage
    let start: Int
    let end: Int

    init(storage: JSONStorage, start: Int, end: Int) {
        self.storage = storage
        self.start = start
        self.end = end
    }
}

/// The bytes behind any number of ``JSONText`` slices.
///
/// Immutable after creation, hence safe to share between isolation domains.
final class JSONStorage: Sendable {
    let bytes: ContiguousArray<UInt8>

    init(_ bytes: ContiguousArray<UInt8>) { self.bytes = bytes }
}

extension JSONText: Hashable {
    /// Whether both hold the same bytes.
    public static func == (left: JSONText, right: JSONText) -> Bool {
        left.end - left.start == right.end - right.start
            && left.storage.bytes[left.start..<left.end] == right.storage.bytes[right.start..<right.end]
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(end - start)
    }
}
