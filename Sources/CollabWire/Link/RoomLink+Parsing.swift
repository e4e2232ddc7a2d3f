import Foundation

extension RoomLink {
    /// How much a reader forgives.
    public enum Leniency: Sendable {
        /// The forms of the protocol (§2) and nothing else.
        case none
        /// What copying and chatting do to links as well: lines wrapped with indentation, quotes, zero-width
        /// characters, `omp join "…"`, `/join …`, `enclave://join/#…`, punctuation or a slash at the end, the signs of
        /// mail (`> `) and Markdown (`**…**`, `[…](…)`), words around it.
        case paste
    }

    /// Fragments that are tried as links, innermost first: `https://web/#https://other/#link` is as deep as links get.
    private static let maximumFragments = 8

    /// Reads a link in any of the protocol's forms.
    ///
    /// The text is first read as it stands; only when that fails is a pasted text tidied and searched (see
    /// ``Leniency/paste``), so that never changes what a good link means. A pasted text of several lines that can be
    /// read as one room or as another is refused: nobody should join a room by accident.
    /// - Throws: ``LinkError``, which never holds any part of the text.
    public init(parsing text: String, leniency: Leniency = .paste) throws(LinkError) {
        let reading = Self.reading(text)
        self = try (leniency == .paste ? PastedLink.read(text, asItStands: reading) : reading).get()
    }

    /// Whether a text is a link, or has one in it: what is shown to others must not.
    public static func occurs(in text: String) -> Bool {
        do throws(LinkError) {
            _ = try RoomLink(parsing: text)
            return true
        } catch {
            // Several links, or one that is damaged, give away as much as one.
            switch error {
            case .empty, .unreadable, .unsupportedScheme, .noRoom, .badWebAddress: return false
            case .severalLinks: return true
            case .insecureRelay, .noSecret, .secretLength, .secretNotBase64URL, .userInformation, .badRelay:
                return text.contains("/r/")
            }
        }
    }

    /// What a text says by the protocol's own rules.
    static func reading(_ text: String) -> Result<RoomLink, LinkError> {
        do throws(LinkError) { return .success(try RoomLink(exact: text)) } catch { return .failure(error) }
    }

    private init(exact text: String) throws(LinkError) {
        let text = Self.decodeHashes(text.trimmingCharacters(in: .linkWhitespace))
        guard !text.isEmpty else { throw .empty }
        // A fragment that is a link wins over the address it hangs on, and so on inwards.
        var starts: [String.Index] = []
        for index in text.utf8.indices.reversed() where text.utf8[index] == UInt8(ascii: "#") {
            starts.append(text.utf8.index(after: index))
            if starts.count == Self.maximumFragments { break }
        }
        var failure = LinkError.unreadable
        for start in starts + [text.startIndex] {
            do throws(LinkError) {
                try self.init(level: text[start...])
                return
            } catch {
                failure = Self.sayingMore(failure, error)
            }
        }
        throw failure
    }

    /// The earlier refusal says more, unless nothing could be read there at all.
    static func sayingMore(_ earlier: LinkError, _ later: LinkError) -> LinkError {
        switch earlier {
        case .unreadable, .noRoom, .unsupportedScheme: later
        default: earlier
        }
    }

    /// Reads one level: the bare form, or an address with `/r/<roomId>`.
    private init(level text: Substring) throws(LinkError) {
        if let split = text.utf8.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "#") }) {
            let room = text[..<split]
            let secret = text[text.utf8.index(after: split)...]
            if Self.isRoomId(room), secret.utf8.allSatisfy(Base64URL.contains) || Self.isDamagedSecret(secret) {
                guard !secret.isEmpty else { throw .noSecret }
                try self.init(relay: .standard, roomId: String(room), secretText: secret)
                return
            }
        }
        guard let url = LinkURL(Self.hasScheme(text) ? String(text) : "wss://" + text) else {
            // Running text has slashes, too: only what is one word is plainly an address.
            throw text.contains("/r/") && !text.contains(where: \.isWhitespace) ? .badRelay : .unreadable
        }
        guard let room = RoomPath(url.path) else { throw .noRoom }
        let relay = try RelayAddress(url)
        let secret = room.secret ?? url.fragment[...]
        guard !secret.isEmpty else { throw .noSecret }
        try self.init(relay: relay, roomId: String(room.id), secretText: secret)
    }

    private init(relay: RelayAddress, roomId: String, secretText: Substring) throws(LinkError) {
        guard let bytes = Base64URL.decode(secretText) else {
            // A length of 1 more than a multiple of 4 has the right characters, but one too many or too few.
            if secretText.utf8.allSatisfy(Base64URL.contains) { throw .secretLength(secretText.utf8.count * 3 / 4) }
            throw .secretNotBase64URL
        }
        guard let secret = RoomSecret(bytes: bytes) else { throw .secretLength(bytes.count) }
        self.init(relay: relay, roomId: roomId, secret: secret)
    }

    /// Whether a text behind a room id can only be meant as a secret: as long as one, and no rest of an address.
    private static func isDamagedSecret(_ text: Substring) -> Bool {
        text.utf8.count >= 40 && !text.contains("/r/")
            && !text.unicodeScalars.contains { ".:#?".unicodeScalars.contains($0) || $0.properties.isWhitespace }
    }

    static func isRoomId(_ text: Substring) -> Bool {
        (10...64).contains(text.utf8.count) && text.utf8.allSatisfy(Base64URL.contains)
    }

    /// Whether the text begins with `scheme://`.
    private static func hasScheme(_ text: Substring) -> Bool {
        guard let end = text.range(of: "://")?.lowerBound, let first = text.utf8.first else { return false }
        return (first | 0x20) &- 0x61 < 26
            && text[..<end].utf8.allSatisfy {
                ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
            }
    }

    /// `%23` is `#`: some apps escape the second hash of an old-style link.
    private static func decodeHashes(_ text: String) -> String {
        text.contains("%23") ? text.replacingOccurrences(of: "%23", with: "#") : text
    }

    /// `/r/<roomId>` or `/r/<roomId>.<secret>`; the secret is as it stands, to be refused for what it is.
    private struct RoomPath {
        let id: Substring
        let secret: Substring?

        init?(_ path: String) {
            guard path.hasPrefix("/r/") else { return nil }
            let rest = path.dropFirst(3)
            let dot = rest.utf8.firstIndex(of: UInt8(ascii: "."))
            id = rest[..<(dot ?? rest.endIndex)]
            secret = dot.map { rest[rest.utf8.index(after: $0)...] }
            guard RoomLink.isRoomId(id) else { return nil }
        }
    }
}

extension CharacterSet {
    /// What JavaScript's `trim` takes away.
    static let linkWhitespace = CharacterSet(
        charactersIn: "\u{9}\u{B}\u{C}\u{A}\u{D}\u{2028}\u{2029}\u{FEFF} \u{A0}\u{1680}"
    )
    .union(CharacterSet(charactersIn: "\u{2000}"..."\u{200A}"))
    .union(CharacterSet(charactersIn: "\u{202F}\u{205F}\u{3000}"))
}
