import Foundation

/// Where a push bridge takes renewals: `wss://host[:port][/path]/v1/renew` (Docs/Push.md, "Renewals").
///
/// No secret, but its path may be nobody else's business: descriptions show none of it.
public struct BridgeAddress: Sendable, Hashable {
    /// `wss`; plain `ws` is for this machine only.
    public let isSecure: Bool
    /// Lower-case; IPv6 in brackets.
    public let host: String
    /// Nil for the scheme's own port.
    public let port: Int?
    /// Of the WebSocket, ending in ``endpoint``.
    public let path: String

    /// What every path ends in.
    public static let endpoint = "/v1/renew"
    /// The longest address that is read, in bytes.
    public static let maximumLength = 1_024

    /// The whole address, as it is kept and shown.
    public var text: String { "\(isSecure ? "wss" : "ws")://\(host)\(port.map { ":\($0)" } ?? "")\(path)" }

    /// Reads an address; `https` is taken for `wss`, and ``endpoint`` is added to a path that does not end in it.
    ///
    /// Stricter than browsers: what two readers could take for two places is refused.
    /// - Throws: ``BridgeAddressError``.
    public init(parsing text: String) throws(BridgeAddressError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
        guard let mark = text.range(of: "://") else { throw .noScheme }
        switch text[..<mark.lowerBound].lowercased() {
        case "wss", "https": isSecure = true
        case "ws", "http": isSecure = false
        default: throw .noScheme
        }
        let rest = text[mark.upperBound...]
        guard !rest.contains("#") else { throw .fragment }
        guard !rest.contains("?") else { throw .query }
        let slash = rest.firstIndex { $0 == "/" || $0 == "\\" } ?? rest.endIndex
        let authority = rest[..<slash]
        guard !authority.contains("@") else { throw .userInformation }
        let (name, digits) = try Self.parts(authority)
        guard let host = Self.host(name) else { throw .badHost }
        self.host = host
        guard isSecure || ["localhost", "127.0.0.1", "[::1]"].contains(host) else { throw .insecure }
        if let digits {
            guard !digits.isEmpty, digits.utf8.count <= 5, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
                let number = Int(digits), (1...65_535).contains(number)
            else { throw .badPort }
            port = number == (isSecure ? 443 : 80) ? nil : number
        } else {
            port = nil
        }
        path = try Self.path(rest[slash...])
    }

    /// Host and port's digits; nil without a colon.
    private static func parts(_ authority: Substring) throws(BridgeAddressError) -> (Substring, Substring?) {
        let nameEnd: Substring.Index
        if authority.hasPrefix("[") {
            guard let bracket = authority.firstIndex(of: "]") else { throw .badHost }
            nameEnd = authority.index(after: bracket)
            guard nameEnd == authority.endIndex || authority[nameEnd] == ":" else { throw .badHost }
        } else {
            nameEnd = authority.firstIndex(of: ":") ?? authority.endIndex
        }
        guard nameEnd < authority.endIndex else { return (authority, nil) }
        return (authority[..<nameEnd], authority[authority.index(after: nameEnd)...])
    }

    /// The host in one spelling; nil for what is none.
    private static func host(_ text: Substring) -> String? {
        if text.hasPrefix("[") {
            let inner = String(text.dropFirst().dropLast())
            var address = in6_addr()
            // No zone: it means something on this machine only.
            guard inner.utf8.count <= 45, inet_pton(AF_INET6, inner, &address) == 1 else { return nil }
            return "[\(inner.lowercased())]"
        }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, let last = labels.last,
            labels.allSatisfy({ label in
                (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(isNameByte) && label.first != "-"
                    && label.last != "-"
            })
        else { return nil }
        // Numbers in other spellings are another host to every reader: 127.1, 0x7f.1, 010.0.0.1.
        if last.utf8.allSatisfy({ $0 &- 0x30 < 10 }) || last.lowercased().hasPrefix("0x") {
            guard labels.count == 4,
                labels.allSatisfy({ label in UInt8(label).map { "\($0)" == label } ?? false })
            else { return nil }
        }
        return text.lowercased()
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func path(_ text: Substring) throws(BridgeAddressError) -> String {
        guard text.utf8.allSatisfy({ isNameByte($0) || "/.~%!$&'()*+,;=:@".utf8.contains($0) }) else { throw .badPath }
        let segments = text.split(separator: "/")
        guard !segments.contains(where: isDots) else { throw .badPath }
        var path = text
        while path.last == "/" { path = path.dropLast() }
        return path.hasSuffix(endpoint) ? String(path) : path + endpoint
    }

    /// `.` and `..`, also in their escaped spellings: whoever resolves them goes elsewhere.
    private static func isDots(_ segment: Substring) -> Bool {
        [".", ".."].contains(segment.lowercased().replacingOccurrences(of: "%2e", with: "."))
    }
}

extension BridgeAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Redacted.
    public var description: String { "BridgeAddress(redacted)" }
    /// Redacted, like the description.
    public var debugDescription: String { description }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
