import Foundation

/// Finds the link in a pasted text, and tidies what terminals, chats and mail did to it on its way there.
enum PastedLink {
    /// Words that may stand before a link when a whole command was copied.
    private static let commands: [[String]] = [
        ["omp", "join"], ["omp", "collab", "join"], ["/join"], ["join"], ["/collab", "join"], ["enclave", "join"],
        ["enclave", "watch"],
    ]

    /// The app's own address for a link.
    private static let deepLink = "enclave://join/#"

    /// Longer texts are nobody's paste of a link: 64 KiB.
    private static let maximumByteCount = 64 << 10

    /// The one link that a pasted text means.
    ///
    /// Read in this order: as it stands; as one link, tidied; as running text in which exactly one link stands.
    /// - Parameters:
    ///   - text: what was pasted.
    ///   - exact: what the text says by the protocol's own rules.
    static func read(_ text: String, asItStands exact: Result<RoomLink, LinkError>) -> Result<RoomLink, LinkError> {
        guard text.utf8.count <= maximumByteCount else { return exact }
        var whole = exact
        if case .failure(let failure) = exact, let tidied = tidy(text) {
            whole = RoomLink.reading(tidied).mapError { RoomLink.sayingMore(failure, $0) }
        }
        let lines = text.trimmingCharacters(in: .linkWhitespace).split(whereSeparator: \.isNewline)
        if case .success = whole, lines.count <= 1 { return whole }
        // Joined lines may have made a room that nobody meant: the word above the link became a part of its name.
        var search = Search()
        if case .failure(let failure) = whole { search.refusal = failure }
        search.look(through: words(visible(text)))
        switch whole {
        case .success(let link): search.links.insert(link)
        case .failure: if lines.count > 1 { search.look(through: words(unwrapped(text))) }
        }
        guard search.links.count <= 1, search.isAlone else { return .failure(.severalLinks) }
        return search.links.first.map { .success($0) } ?? .failure(search.refusal)
    }

    /// What is found in running text.
    private struct Search {
        var links: Set<RoomLink> = []
        /// Links without a scheme beside addresses: what is left of a torn address reads like one.
        private var pieces: Set<RoomLink> = []
        /// Why nothing could be read so far.
        var refusal = LinkError.unreadable

        /// No link has fewer bytes: a room id, a dot, a secret that is cut short.
        private static let shortest = 12

        /// Whether no other link stands beside the one that was found.
        var isAlone: Bool { links.isEmpty || pieces.isSubset(of: links) }

        mutating func look(through words: [Substring]) {
            let addresses = words.count { $0.contains("://") }
            for (index, word) in words.enumerated() where word.utf8.count >= Self.shortest {
                for candidate in candidates(word) {
                    // Two pieces of one address with a gap in it are no link: the second names another relay.
                    guard candidate.contains("://") || addresses == 0 else {
                        if case .success(let link) = RoomLink.reading(String(candidate)) { pieces.insert(link) }
                        continue
                    }
                    switch RoomLink.reading(String(candidate)) {
                    case .success(let link):
                        guard index + 1 == words.count || !isBeginning(link, of: words[index + 1]) else { continue }
                        links.insert(link)
                    case .failure(let error):
                        // Of a word that is plainly a room's address it can be said what is wrong with it.
                        if candidate.contains("/r/") { refusal = RoomLink.sayingMore(refusal, error) }
                    }
                }
            }
        }

        /// A word without its quotes, and from its address on: `link:https://…`, `[room](https://…)`.
        private func candidates(_ word: Substring) -> [Substring] {
            let bare = PastedLink.stripped(word)
            var candidates = [bare]
            // Emphasis, too; but both a room and a secret may have the sign in them.
            if bare.first == "_", bare.last == "_" { candidates.append(bare.drop { $0 == "_" }.dropLast()) }
            let starts = PastedLink.schemes.compactMap { bare.range(of: $0, options: .caseInsensitive)?.lowerBound }
            if let start = starts.min(), start > bare.startIndex { candidates.append(bare[start...]) }
            return candidates
        }

        /// Whether a view link is what a full link looks like that was torn where the view link ends.
        private func isBeginning(_ link: RoomLink, of next: Substring) -> Bool {
            let rest = PastedLink.stripped(next)
            return link.access == .view && rest.utf8.count == PastedLink.fullSecretCount - PastedLink.viewSecretCount
                && rest.utf8.allSatisfy(Base64URL.contains)
        }
    }

    /// How addresses begin that a link may have.
    private static let schemes = ["https://", "http://", "wss://", "ws://"]
    /// Characters of 32 bytes in base64url.
    private static let viewSecretCount = 43
    /// Characters of 48 bytes in base64url.
    private static let fullSecretCount = 64

    /// The text without what does not belong to a link, or nil when there is nothing to take away, or no safe way.
    ///
    /// Space inside a line is never removed: joining `wss://relay` and `harbour.example` would name another relay.
    static func tidy(_ text: String) -> String? {
        guard text.utf8.count <= maximumByteCount else { return nil }
        var words = words(unwrapped(text))
        if words.first == "$" { words.removeFirst() }
        let command = commands.filter { command in
            words.count > command.count && zip(words, command).allSatisfy { $0 == $1 }
        }.max { $0.count < $1.count }
        words.removeFirst(command?.count ?? 0)
        guard words.count == 1, let word = words.first else { return nil }
        let link = stripped(word)
        return link.isEmpty || link == text[...] ? nil : String(link)
    }

    /// A word without what stands around a link: no link begins or ends in any of these, for none is in the alphabets
    /// of schemes, hosts, rooms and secrets.
    private static func stripped(_ word: Substring) -> Substring {
        var link = word
        while let first = link.first, opening.contains(first) { link = link.dropFirst() }
        while let last = link.last, closing.contains(last) { link = link.dropLast() }
        // A bracket at the front may belong to an IPv6 address.
        if link.first == "[", !link.contains("]") { link = link.dropFirst() }
        if link.lowercased().hasPrefix(deepLink) { link = link.dropFirst(deepLink.count) }
        return link
    }

    /// What may stand right before a link: quotes, brackets, emphasis.
    private static let opening = Set("\"'`“”„‘’«‹({「『【*~|")
    /// What may stand right behind one; a slash is what some programs end addresses with.
    private static let closing = Set("\"'`“”„‘’»›)」』】.,;:!?]}…。，、*~|/–—")

    /// Splits at blanks, and at the signs of Markdown and mark-up that no link has in it: `<…>`, and `[…](…)` between its
    /// text and its address.
    private static func words(_ text: String) -> [Substring] {
        text.split {
            $0 == " " || $0 == "\t" || $0 == "\u{A0}" || $0.isNewline || $0 == "<" || $0 == ">" || $0 == "\""
        }.flatMap { $0.contains("]") ? $0.split(separator: "](") : [$0] }
    }

    /// Joins wrapped lines: a line break goes together with the blanks around it, and with the signs that mail puts
    /// before lines it quotes. Zero-width characters go too.
    private static func unwrapped(_ text: String) -> String {
        var joined = ""
        for line in visible(text).split(whereSeparator: \.isNewline) {
            // What introduces a link is no part of it; but a scheme may be torn from the rest.
            let end = joined.suffix(8).lowercased()
            if end.last == ":", !schemes.contains(where: { end.hasSuffix($0.dropLast(2)) }) { joined += " " }
            joined += unquoted(line).trimmingCharacters(in: .linkWhitespace)
        }
        return joined
    }

    /// A line without the `> > ` of mail.
    private static func unquoted(_ line: Substring) -> Substring {
        line.drop { $0 == ">" || $0 == " " || $0 == "\t" || $0 == "\u{A0}" }
    }

    /// Without zero-width characters.
    private static func visible(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !isInvisible($0) }))
    }

    /// Soft hyphen, zero-width space and joiners, word joiner, byte order mark; and what turns the direction of text.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x200B...0x200D, 0x2060, 0xFEFF: true
        default: scalar.turnsDirection
        }
    }
}
