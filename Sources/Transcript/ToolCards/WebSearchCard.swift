import CollabWire

/// `web_search`: a question to the web, the answer and where it is from.
public enum WebSearchCard: ToolCardKind {
    /// `web_search`.
    public static let names = ["web_search"]

    /// The query and how recent.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        var line = [
            input.text("query").map { CardText(CardFormat.line($0, limit: 80), .pattern) }
                ?? CardFormat.invalid("query")
        ]
        if let recency = input.text("recency") { line.append(CardFormat.badge(recency)) }
        return line
    }

    /// Conditions, who answered, the answer, the sources.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let response = response(input)
        let sources = links(input)
        var blocks = CardFormat.badges([
            input.text("recency").flatMap { $0.isEmpty ? nil : CardFormat.badge("recency=\($0)") },
            input.number("limit").map { CardFormat.badge("limit=\(CardFormat.number($0))") },
            input.number("num_search_results").map { CardFormat.badge("results=\(CardFormat.number($0))") },
            response == nil ? nil : CardFormat.badge(CardFormat.count(sources.count, "source")),
        ])
        blocks += CardFormat.facts([
            input.text("query").map { CardFact("query", $0) }, provider(response).map { CardFact("provider", $0) },
            CardFact("usage", usage(response?["usage"])),
        ])
        if let error = input.detailText("error"), !error.isEmpty, input.resultString.isEmpty {
            blocks.append(.note(error, tone: .failure))
        }
        blocks += input.proseBlocks
        return sources.isEmpty ? blocks : blocks + [.links(sources)]
    }

    /// The sources.
    public static func links(_ input: ToolCardInput) -> [CardLink] {
        (response(input)?["sources"]?.objects ?? []).map { source in
            let url = source["url"]?.stringValue ?? ""
            let title = source["title"]?.stringValue.flatMap { ToolCardInput.trimmed($0) }
            let age = source["ageSeconds"]?.finite.flatMap { $0 < 0 ? nil : CardFormat.age(seconds: $0) }
            return CardLink(
                title: title ?? (url.isEmpty ? "Untitled" : url), address: url,
                detail: age ?? source["publishedDate"]?.stringValue)
        }
    }

    private static func response(_ input: ToolCardInput) -> JSONText? {
        input.detail("response").flatMap { $0.isObject ? $0 : nil }
    }

    private static func provider(_ response: JSONText?) -> String? {
        let names = [response?["model"]?.stringValue, response?["provider"]?.stringValue].compactMap(\.self).filter {
            !$0.isEmpty
        }
        guard !names.isEmpty else { return nil }
        let who = names.joined(separator: " @ ")
        guard let mode = response?["authMode"]?.stringValue, !mode.isEmpty else { return who }
        return who + " (\(["oauth": "OAuth", "api_key": "API"][mode] ?? mode))"
    }

    private static func usage(_ usage: JSONText?) -> String {
        [("inputTokens", "in"), ("outputTokens", "out"), ("totalTokens", "total"), ("searchRequests", "search")]
            .compactMap { key, word in usage?[key]?.finite.map { "\(word) \(CardFormat.number($0))" } }
            .joined(separator: " · ")
    }
}
