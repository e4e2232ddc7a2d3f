import CollabWire
import Foundation

extension Words {
    /// Sentences of the rooms below with something in them; `%@` stands for anything. The catalog has each of them.
    static let patterns = [
        "This link's secret has %@ bytes instead of 32 (view link) or 48 (control link). Copy it again to its very end.",
        "The relay refused the connection (HTTP %@).", "The relay closed the connection (%@).",
        "This could not be sealed for sending. %@",
        "The image is too large to show: %@ × %@ pixels.",
        "The image is too large to show: %@ bytes, at most %@ are taken.",
        "The %@ image is damaged.", "This device's push key could not be reached (system error %@). Try again.",
        "The agent gave up after %@ attempts.", "“%@” could not be read. Check the permissions of Enclave's folder.",
        "“%@” could not be saved%@. Check free space and permissions.", "“%@” is damaged and was left as it is.",
        "The room's key could not be %@ (system error %@). Try again, or pair with the room again.",
        "Something answers at the address, but no bridge (HTTP %@). Check the path, and renewals on the bridge.",
    ]

    /// A sentence of the rooms below in the reader's language; a host's own words stand as they are. What turns the
    /// direction of text is left out, and so are control characters.
    static func sentence(_ text: String, _ locale: Locale) -> String {
        let found = lookUp(text, locale)
        if found != text { return found.readable }
        for pattern in patterns {
            guard let parts = parts(of: text, in: pattern) else { continue }
            var filled = lookUp(pattern, locale)
            for part in parts {
                guard let place = filled.range(of: "%@") else { break }
                filled.replaceSubrange(place, with: part)
            }
            return filled.readable
        }
        return text.readable
    }

    /// What stands in the places of a pattern; nil when the text does not follow it.
    static func parts(of text: String, in pattern: String) -> [String]? {
        let fixed = pattern.components(separatedBy: "%@")
        guard let first = fixed.first, let last = fixed.last, text.hasPrefix(first), text.hasSuffix(last),
            text.count >= first.count + last.count
        else { return nil }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        var parts: [String] = []
        for piece in fixed.dropFirst().dropLast() {
            guard let place = rest.range(of: piece) else { return nil }
            parts.append(String(rest[..<place.lowerBound]))
            rest = rest[place.upperBound...]
        }
        return parts + [String(rest)]
    }
}
