/// Why a text is no usable link (protocol §2). Never holds any part of the link: a link is a secret.
public enum LinkError: Error, Sendable, Hashable {
    /// Nothing but white space.
    case empty
    /// No link and no address.
    case unreadable
    /// Another scheme than `ws`, `wss`, `http` or `https`.
    case unsupportedScheme
    /// Plain `ws://` or `http://` to another machine.
    case insecureRelay
    /// An address without `/r/<roomId>`, or a room id that is none.
    case noRoom
    /// A room, but no secret after it.
    case noSecret
    /// A secret of this many bytes instead of 32 or 48.
    case secretLength(Int)
    /// A secret with characters that are not base64url, or cut in the middle of a character.
    case secretNotBase64URL
    /// A user name or a password before the relay's name.
    case userInformation
    /// A relay's name or port that no machine can have.
    case badRelay
    /// A pasted text with two links, or one that can be read as two different rooms.
    case severalLinks
    /// The web address for a browser link is none, or has a query or a fragment of its own.
    case badWebAddress
}

extension LinkError: CustomStringConvertible {
    /// What is wrong with the link and what to do, without any part of it.
    public var description: String {
        switch self {
        case .empty: "There is no link here. Paste the link that “/collab” prints."
        case .unreadable: "This is no collab link. Paste the whole link that “/collab” prints."
        case .unsupportedScheme:
            "This link has an unknown scheme. Collab links begin with wss:// or https://, or have none."
        case .insecureRelay: "This relay must be reached over wss://. Plain ws:// is for this machine only (localhost)."
        case .noRoom:
            "This link names no room: “/r/” and a room id of 10 to 64 letters, digits, “-” or “_” are missing."
        case .noSecret: "This link has a room but no secret after it. Copy it again to its very end."
        case .secretLength(let count):
            "This link's secret has \(count) bytes instead of 32 (view link) or 48 (control link). Copy it again to its very end."
        case .secretNotBase64URL:
            "This link's secret is damaged: it holds characters that no secret has. Copy it again."
        case .userInformation:
            "This link has a user name or a password (“…@”) before the relay's name. Relays take none: paste the link without it."
        case .badRelay:
            "This link's relay has a name or a port that no machine can have. Copy the whole link again."
        case .severalLinks:
            "There is more than one link in this text, or more than one way to read it. Paste one link, on one line."
        case .badWebAddress: "A browser link needs a web address such as https://host/path without “?” and “#”."
        }
    }
}
