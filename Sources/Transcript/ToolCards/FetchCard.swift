import CollabWire

/// `fetch`: a page as text.
public enum FetchCard: ToolCardKind {
    /// `fetch`.
    public static let names = ["fetch"]

    /// Address and what is special.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        var line = [url(input).map { CardText(CardFormat.cut($0, limit: 90), .path) } ?? CardFormat.invalid("url")]
        if let method = method(input) { line.append(CardFormat.badge(method, .accent)) }
        if input.isTrue("raw") { line.append(CardFormat.badge("raw")) }
        if input.detailIsTrue("truncated") { line.append(CardFormat.badge("truncated", .warning)) }
        return line
    }

    /// How it was fetched, then the text.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let requested = input.detailText("url") ?? ""
        let final = input.detailText("finalUrl") ?? ""
        let notes = (input.detail("notes")?.strings ?? []).filter { !$0.isEmpty }
        let facts = CardFormat.facts([
            url(input).map { CardFact("url", $0) } ?? CardFact("url", "[invalid url]", tone: .failure),
            method(input).map { CardFact("method", $0) },
            input.isTrue("raw") ? CardFact("raw", "raw") : nil,
            input.number("timeout").map { CardFact("timeout", "\(CardFormat.number($0))s") },
            !final.isEmpty && !requested.isEmpty && final != requested ? CardFact("final url", final) : nil,
            input.detailText("contentType").map { CardFact("content-type", $0) },
            input.detailText("method").map { CardFact("via", $0) },
            CardFact("notes", notes.joined(separator: "; ")),
            input.detailIsTrue("truncated") ? CardFact("truncated", "output truncated", tone: .warning) : nil,
        ])
        return facts + input.imageBlocks + input.proseBlocks
    }

    /// The page.
    public static func links(_ input: ToolCardInput) -> [CardLink] {
        url(input).map { [CardLink(title: $0, address: $0)] } ?? []
    }

    private static func url(_ input: ToolCardInput) -> String? {
        (input.text("url") ?? input.text("path")).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func method(_ input: ToolCardInput) -> String? {
        guard let method = input.text("method")?.uppercased(), !method.isEmpty, method != "GET" else { return nil }
        return method
    }
}
