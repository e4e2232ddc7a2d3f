/// Why a bridge's address cannot be used. No case holds any of it.
public enum BridgeAddressError: Error, Sendable, Hashable, CaseIterable {
    /// Nothing but white space.
    case empty
    /// Longer than any address.
    case tooLong
    /// It does not begin as one does.
    case noScheme
    /// Plain `ws` or `http`, and not to this machine.
    case insecure
    /// A user or a password before the host.
    case userInformation
    /// Something after `?`.
    case query
    /// Something after `#`.
    case fragment
    /// The host's name is none.
    case badHost
    /// The port is none.
    case badPort
    /// Characters or dots that a path must not have.
    case badPath
}

extension BridgeAddressError: CustomStringConvertible {
    /// What is wrong and what to do, in a sentence.
    public var description: String {
        switch self {
        case .empty: "There is no address. Enter the one that enclave bridge pair prints."
        case .tooLong: "This is too long for an address. Copy the address alone."
        case .noScheme: "An address begins with wss:// and the name of the bridge's computer."
        case .insecure:
            "Unencrypted ws:// goes no further than this device. Write wss:// and let the bridge's proxy speak TLS."
        case .userInformation: "An address has no name or password before an @. Leave them out."
        case .query: "An address has nothing after a question mark. Leave it out."
        case .fragment: "An address has nothing after a #. A link to a room is not one."
        case .badHost: "The name in the address can't be one. Write it in plain letters, as in bridge.example.org."
        case .badPort: "The port in the address is no number from 1 to 65535."
        case .badPath: "The path in the address has characters or dots that don't belong there. Copy it once more."
        }
    }
}
