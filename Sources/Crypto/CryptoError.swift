/// Why a cryptographic operation gave no result.
public enum CryptoError: Error, Sendable, Hashable {
    /// The tag does not fit: another key, or the bytes were changed on the way.
    case authenticationFailed
    /// Too short to hold an IV and a tag.
    case truncated
    /// The system's library refused to work (the step that failed); nothing about the data is known.
    case libraryFailure(String)
}

extension CryptoError: CustomStringConvertible {
    /// What happened.
    public var description: String {
        switch self {
        case .authenticationFailed: "The data was sealed with another key, or was changed on the way."
        case .truncated: "The data is too short to be a sealed frame."
        case .libraryFailure(let step): "The system's cryptography library failed at \(step)."
        }
    }
}
