/// Short forms that cards share. Numbers stand as the host sent them: cards quote, they do not translate.
enum CardFormat {
    /// A path with the home folder as `~`.
    static func path(_ path: String) -> String {
        for home in ["/Users/", "/home/"] where path.hasPrefix(home) {
            let rest = path.dropFirst(home.count)
            guard let slash = rest.firstIndex(of: "/") else { return "~" }
            return "~" + rest[slash...]
        }
        return path
    }

    /// A text on one line, at most so many characters of it.
    ///
    /// Time: linear in what is kept, not in the text.
    static func line(_ text: String, limit: Int = 100) -> String {
        var output = ""
        var count = 0
        var isGap = false
        for character in text {
            if character.isWhitespace {
                isGap = count > 0
                continue
            }
            if isGap {
                output += " "
                count += 1
                isGap = false
            }
            if count >= limit { return output + "…" }
            output.append(character)
            count += 1
        }
        return output
    }

    /// At most so many characters of a text.
    static func cut(_ text: String, limit: Int) -> String {
        guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex
        else { return text }
        return text[..<end] + "…"
    }

    /// A number without more digits than it has.
    static func number(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// "1 file", "3 files".
    static func count(_ number: Double, _ one: String, _ many: String? = nil) -> String {
        "\(self.number(number)) \(number == 1 ? one : many ?? one + "s")"
    }

    /// "1 file", "3 files".
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        count(Double(number), one, many)
    }

    /// "84ms", "2.3s", "12m 5s".
    static func duration(milliseconds: Double) -> String {
        guard milliseconds.isFinite, milliseconds >= 0 else { return "0ms" }
        if milliseconds < 1000 { return "\(number(milliseconds.rounded()))ms" }
        let seconds = milliseconds / 1000
        if seconds < 60 { return "\(oneDecimal(seconds))s" }
        let minutes = (seconds / 60).rounded(.down)
        return "\(number(minutes))m \(number((seconds - minutes * 60).rounded()))s"
    }

    /// "45s", "12m", "3h", "2d".
    static func coarse(seconds: Double) -> String {
        let whole = max(0, seconds.rounded())
        if whole < 60 { return "\(number(whole))s" }
        let minutes = (whole / 60).rounded()
        if minutes < 60 { return "\(number(minutes))m" }
        let hours = (minutes / 60).rounded()
        return hours < 48 ? "\(number(hours))h" : "\(number((hours / 24).rounded()))d"
    }

    /// "5m ago", "2h ago", "3d ago", "1y ago".
    static func age(seconds: Double) -> String {
        let minutes = (seconds / 60).rounded(.down)
        if minutes < 60 { return "\(number(minutes))m ago" }
        let hours = (minutes / 60).rounded(.down)
        if hours < 24 { return "\(number(hours))h ago" }
        let days = (hours / 24).rounded(.down)
        return days < 365 ? "\(number(days))d ago" : "\(number((days / 365).rounded(.down)))y ago"
    }

    /// "999", "1.5K", "25K", "1.5M".
    static func tokens(_ value: Double) -> String {
        func scaled(_ value: Double) -> String {
            value < 10 ? trimmed(oneDecimal(value)) : number(value.rounded())
        }
        if value < 1000 { return number(value) }
        if value < 1_000_000 { return scaled(value / 1000) + "K" }
        if value < 1_000_000_000 { return scaled(value / 1_000_000) + "M" }
        return scaled(value / 1_000_000_000) + "B"
    }

    /// With exactly one decimal.
    static func oneDecimal(_ value: Double) -> String {
        let tenths = (value * 10).rounded(.toNearestOrAwayFromZero)
        guard abs(tenths) < 1e15 else { return "\(value)" }
        let whole = Int(tenths)
        return "\(whole / 10).\(abs(whole % 10))"
    }

    private static func trimmed(_ text: String) -> String {
        text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// What stands for an argument that is missing or of the wrong type.
    static func invalid(_ what: String) -> CardText {
        CardText("[invalid \(what)]", tone: .failure)
    }

    /// A chip.
    static func badge(_ text: String, _ tone: CardTone = .plain) -> CardText { CardText(text, .badge, tone: tone) }

    /// Chips as a block; none without chips.
    static func badges(_ texts: [CardText?]) -> [CardBlock] {
        let present = texts.compactMap(\.self).filter { !$0.text.isEmpty }
        return present.isEmpty ? [] : [.badges(present)]
    }

    /// Facts as a block; none without facts.
    static func facts(_ facts: [CardFact?]) -> [CardBlock] {
        let present = facts.compactMap(\.self).filter { !$0.value.isEmpty }
        return present.isEmpty ? [] : [.facts(present)]
    }

    /// Rows as a block; none without rows.
    static func rows(_ rows: [CardRow]) -> [CardBlock] { rows.isEmpty ? [] : [.rows(rows)] }
}
