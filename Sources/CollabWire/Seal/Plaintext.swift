import Foundation

/// The bytes of one frame after opening, not read yet. Nothing prints them.
///
/// Reading is a step of its own, so that of several waiting updates only the newest is decoded
/// (``FrameHead/isSuperseded(by:)``).
public struct Plaintext: Sendable {
    let storage: JSONStorage

    init(storage: JSONStorage) { self.storage = storage }

    /// Takes bytes as an opened frame; for transports without sealing and for tests.
    public init(_ bytes: [UInt8]) {
        storage = bytes.withUnsafeBytes { JSONStorage(copying: $0) }
    }

    /// Bytes of the frame.
    public var byteCount: Int { storage.bytes.count - JSONStorage.padding }

    /// What the frame is, without reading it.
    public var head: FrameHead { FrameHead.peek(self) }

    /// The frame's JSON, checked.
    /// - Throws: ``JSONError`` when the frame opened but is no JSON.
    public func json() throws(JSONError) -> JSONText { try JSONText(validating: storage) }
}

extension Plaintext: CustomDebugStringConvertible, CustomReflectable {
    /// The size only.
    public var debugDescription: String { "Plaintext(\(byteCount) bytes)" }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
