import Foundation

/// An address a host may offer to a reader: `http`, `https` or `mailto`, and nothing else.
///
/// Everything shown as a link passes here, so that no text of a host can reach another app's URL scheme, run a script
/// or read a local file. Opening is still the reader's deed.
public struct SafeLink: Sendable, Hashable {
    /// The address, whole, as it would be opened.
    public let address: String

    /// The longest address taken, in bytes.
    public static let longestAddress = 8_192

    /// The address if it is safe to offer, nil otherwise.
    ///
    /// Surrounding white space is dropped. Addresses with control characters, white space inside, direction
    /// overrides or without a host (for `http` and `https`) are refused.
    public init?(_ address: some StringProtocol) {
        let trimmed = address.drop { $0 == " " || $0 == "\n" || $0 == "\t" }
        var text = String(trimmed)
        while let last = text.last, last == " " || last == "\n" || last == "\t" { text.removeLast() }
        guard !text.isEmpty, text.utf8.count <= Self.longestAddress else { return nil }
        for scalar in text.unicodeScalars where !Self.isAllowed(scalar) { return nil }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = text[text.index(after: colon)...]
        switch text[..<colon].lowercased() {
        case "http", "https":
            guard rest.hasPrefix("//"), Self.host(of: rest) != nil else { return nil }
        case "mailto":
            guard rest.contains("@") else { return nil }
        default:
            return nil
        }
        self.address = text
    }

    /// The host of a web address, the whole recipient part of a mail address: what a reader should see before opening.
    public var host: String {
        guard let colon = address.firstIndex(of: ":") else { return address }
        let rest = address[address.index(after: colon)...]
        if rest.hasPrefix("//") { return Self.host(of: rest) ?? address }
        return String(rest.prefix { $0 != "?" })
    }

    /// The address as Foundation's type; nil when Foundation cannot read it.
    public var url: URL? { URL(string: address) }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned:
            return false
        default:
            return true
        }
    }

    /// The host in `//user@host:port/path`, nil when there is none.
    private static func host(of rest: Substring) -> String? {
        let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        let afterUser = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        if afterUser.first == "[" {
            guard let close = afterUser.firstIndex(of: "]") else { return nil }
            return String(afterUser[...close])
        }
        let host = afterUser.prefix { $0 != ":" }
        return host.isEmpty ? nil : host.lowercased()
    }
}
