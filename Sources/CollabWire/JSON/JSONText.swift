import Foundation

/// A piece of JSON text, kept as the bytes the host sent.
///
/// The wire model decodes what Enclave understands and keeps everything else as `JSONText`, so that nothing a newer
/// host sends is lost: tool arguments, `details`, unknown blocks and entries stay exactly as they came.
/// A value is a slice of a shared, immutable buffer; copying it is one retain.
///
/// The text is known to be valid JSON by the grammar that `JSON.parse` keeps. Lone surrogates in escapes are allowed
/// (protocol §12), and nesting may be of any depth: no operation recurses with the text's nesting. Bytes inside strings
/// that are no UTF-8 are allowed too and read as U+FFFD, the way `TextDecoder` reads them.
public struct JSONText: Sendable {
    /// The largest text that is accepted: nearly 1 GiB.
    public static let maximumByteCount = (1 << 30) - 64

    let storage: JSONStorage
    // Half the size of `Int` is enough for any text that is accepted, and a session holds very many of these.
    private let lower: UInt32
    private let upper: UInt32

    /// Offset of the first byte in the storage.
    var start: Int { Int(lower) }
    /// Offset after the last byte.
    var end: Int { Int(upper) }

    init(storage: JSONStorage, start: Int, end: Int) {
        self.storage = storage
        lower = UInt32(truncatingIfNeeded: start)
        upper = UInt32(truncatingIfNeeded: end)
    }
}

/// The bytes behind any number of ``JSONText`` slices.
///
/// Immutable after creation, hence safe to share between isolation domains. At least ``padding`` zero bytes follow the
/// text: the scanner reads whole words and stops at a zero without looking for the end.
final class JSONStorage: Sendable {
    static let padding = 16

    let bytes: ContiguousArray<UInt8>

    /// Takes bytes that already end in ``padding`` zeros.
    init(padded bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

    /// Copies bytes and adds the padding.
    convenience init(copying source: UnsafeRawBufferPointer) {
        self.init(
            padded: ContiguousArray(unsafeUninitializedCapacity: source.count + Self.padding) { buffer, count in
                let raw = UnsafeMutableRawBufferPointer(buffer)
                raw.copyMemory(from: source)
                for index in source.count..<source.count + Self.padding { raw[index] = 0 }
                count = source.count + Self.padding
            })
    }
}

extension JSONText {
    /// A text from bytes, checked by the grammar that `JSON.parse(new TextDecoder().decode(bytes))` keeps.
    ///
    /// A byte order mark at the beginning is dropped. Space: the text is copied once.
    /// - Throws: ``JSONError``.
    public init(validating bytes: UnsafeRawBufferPointer) throws(JSONError) {
        try self.init(validating: JSONStorage(copying: bytes))
    }

    /// A text from an array of bytes; see ``init(validating:)-(UnsafeRawBufferPointer)``.
    /// - Throws: ``JSONError``.
    public init(validating bytes: [UInt8]) throws(JSONError) {
        try self.init(validating: bytes.withUnsafeBytes { JSONStorage(copying: $0) })
    }

    /// A text from data; see ``init(validating:)-(UnsafeRawBufferPointer)``.
    /// - Throws: ``JSONError``.
    public init(validating data: Data) throws(JSONError) {
        try self.init(validating: data.withUnsafeBytes { JSONStorage(copying: $0) })
    }

    /// A text from a string; see ``init(validating:)-(UnsafeRawBufferPointer)``.
    /// - Throws: ``JSONError``.
    public init(validating string: String) throws(JSONError) {
        var string = string
        let storage = string.withUTF8 { JSONStorage(copying: UnsafeRawBufferPointer($0)) }
        try self.init(validating: storage)
    }

    /// A text from UTF-16 units, such as the slices of an elided value put together (protocol §11). Half a surrogate
    /// pair outside an escape becomes U+FFFD.
    /// - Throws: ``JSONError``.
    public init(validating units: [UInt16]) throws(JSONError) {
        try self.init(validating: String(decoding: units, as: UTF16.self))
    }

    init(validating storage: JSONStorage) throws(JSONError) {
        let index = try JSONIndex(storage)
        let range = index.withRoot { $0.textRange }
        self.init(storage: storage, start: range.lowerBound, end: range.upperBound)
    }

    /// `null`.
    public static let null = JSONText(JSONValue.null)

    /// Bytes of the text, without white space around it.
    public var byteCount: Int { end - start }

    /// A copy of the text's bytes.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    /// The text; bytes that are no UTF-8 are U+FFFD.
    public var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// UTF-16 units of ``string``: the measure of the host's limits and offsets (protocol §11, §12). Time: linear.
    public var utf16Count: Int { string.utf16.count }

    /// Lends the text's bytes.
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        storage.bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
    }

    /// Indexes the text and lends the node of its value; the node must not leave `body`.
    func withNode<Result, Failure: Error>(
        _ body: (JSONNode) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let index = JSONIndex(trusted: self)
        return try index.withRoot(body)
    }
}

extension JSONText: Hashable {
    /// Whether both hold the same bytes.
    public static func == (left: JSONText, right: JSONText) -> Bool {
        guard left.byteCount == right.byteCount else { return false }
        if left.storage === right.storage && left.start == right.start { return true }
        return left.withBytes { first in
            right.withBytes { second in
                guard let one = first.baseAddress, let other = second.baseAddress else { return true }
                return memcmp(one, other, first.count) == 0
            }
        }
    }

    /// Hashes the size and both ends, which costs the same for any size.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(byteCount)
        // The ends of a text tell texts of one length apart well enough; equal texts have equal ends.
        withBytes { bytes in
            hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes.prefix(32))))
            hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes.suffix(32))))
        }
    }
}

extension JSONText: CustomDebugStringConvertible, CustomReflectable {
    /// The size only: a session's text is nobody's log line.
    public var debugDescription: String { "JSONText(\(byteCount) bytes)" }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
