import Foundation

/// Tidies what terminals, chats and mail do to a link on its way to the paste board.
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

    /// The text without what does not belong to a link, or nil when there is nothing to take away, or no safe way.
    ///
    /// Space inside a line is never removed: joining `wss://relay` and `harbour.example` would name another relay.
    static func tidy(_ text: String) -> String? {
        guard text.utf8.count <= maximumByteCount else { return nil }
        var words = unwrapped(text).split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\u{A0}" }).map(
            String.init)
        if words.first == "$" || words.first == ">" { words.removeFirst() }
        let command = commands.filter { words.starts(with: $0) && words.count > $0.count }.max { $0.count < $1.count }
        words.removeFirst(command?.count ?? 0)
        guard words.count == 1, var link = words.first.map({ Substring($0) }) else { return nil }
        // No link begins or ends in any of these: none is in the alphabets of schemes, hosts, rooms and secrets.
        while let first = link.first, "\"'`<“”„‘’«‹(「『".contains(first) { link = link.dropFirst() }
        while let last = link.last, "\"'`>“”„‘’»›)」』.,;:!?]}…。，、".contains(last) { link = link.dropLast() }
        // A bracket at the front may belong to an IPv6 address.
        if link.first == "[", !link.contains("]") { link = link.dropFirst() }
        if link.lowercased().hasPrefix(deepLink) { link = link.dropFirst(deepLink.count) }
        return link.isEmpty || link == text[...] ? nil : String(link)
    }

    /// Joins wrapped lines: a line break goes together with the blanks around it. Zero-width characters go too.
    private static func unwrapped(_ text: String) -> String {
        let visible = String(String.UnicodeScalarView(text.unicodeScalars.filter { !invisible.contains($0.value) }))
        let lines = visible.split(whereSeparator: \.isNewline).map {
            $0.trimmingCharacters(in: .linkWhitespace)
        }
        return lines.joined()
    }

    /// Zero-width characters, joiners, direction marks, soft hyphen, byte order mark.
    private static let invisible: Set<UInt32> = [
        0xAD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2066, 0x2067,
        0x2068, 0x2069, 0xFEFF,
    ]
}
