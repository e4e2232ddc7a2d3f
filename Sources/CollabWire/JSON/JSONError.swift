/// Why bytes are no JSON text.
public enum JSONError: Error, Sendable, Hashable {
    /// The text ends before the value does.
    case unexpectedEnd
    /// A byte that JSON's grammar does not allow at this offset (in bytes).
    case unexpectedByte(offset: Int)
    /// More than ``JSONText/maximumByteCount`` bytes.
    case tooLarge
    /// A path leads to nothing in this text.
    case noSuchPath
}

extension JSONError: CustomStringConvertible {
    /// What was wrong with the text.
    public var description: String {
        switch self {
        case .unexpectedEnd: "The JSON text ends too early."
        case .unexpectedByte(let offset): "The JSON text is not valid at byte \(offset)."
        case .tooLarge: "The JSON text is larger than 1 GiB."
        case .noSuchPath: "The JSON text has nothing at this path."
        }
    }
}
