/// A 256-bit AES key. Its description is redacted; equality takes constant time.
public struct SealingKey: Sendable, Hashable {
    /// Bytes of a key: 32.
    public static let byteCount = 32

    let bytes: [UInt8]

    /// A key from its bytes, or nil unless there are exactly ``byteCount``.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Lends the key's bytes, for the moment of loading them into a cipher.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes(body)
    }

    /// Compares in constant time.
    public static func == (left: SealingKey, right: SealingKey) -> Bool {
        constantTimeEqual(left.bytes, right.bytes)
    }
}

extension SealingKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Redacted.
    public var description: String { "SealingKey(redacted)" }
    /// Redacted, like the description.
    public var debugDescription: String { description }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
