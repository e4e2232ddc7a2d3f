import CollabWire

/// `browser`, formerly `puppeteer`: tabs opened, driven and closed.
public enum BrowserCard: ToolCardKind {
    /// `browser` and `puppeteer`.
    public static let names = ["browser", "puppeteer"]

    /// Action, tab, address.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let action = input.text("action") ?? input.detailText("action") ?? "?"
        let tab = input.detailText("name") ?? input.text("name")
        let isAll = action == "close" && (input.isTrue("all") || tab == nil)
        var line = [CardFormat.badge(action, tone(of: action)), CardText(isAll ? "all tabs" : tab ?? "main")]
        if input.isTrue("kill") { line.append(CardFormat.badge("kill", .failure)) }
        if let url = url(input) { line.append(CardText(CardFormat.cut(CardFormat.path(url), limit: 72), .path)) }
        return line
    }

    /// Tab, address, browser, view port, script, screenshots, text.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let app = input["app"].flatMap { $0.isObject ? $0 : nil }
        var blocks = CardFormat.badges([
            (input.detailText("name") ?? input.text("name")).map { CardFormat.badge("tab \($0)") },
            url(input).map { CardFormat.badge(CardFormat.cut(CardFormat.path($0), limit: 120), .accent) },
            browser(app, input).map { CardFormat.badge($0) },
            app?["target"]?.stringValue.flatMap { $0.isEmpty ? nil : CardFormat.badge("target \($0)") },
            input.isTrue("all") ? CardFormat.badge("all", .warning) : nil,
            input.isTrue("kill") ? CardFormat.badge("kill", .failure) : nil,
            viewPort(input["viewport"]).map { CardFormat.badge($0) },
        ])
        let action = input.text("action") ?? input.detailText("action")
        if action == "run", let code = input.text("code") {
            blocks.append(.code(CardCode(code, language: "javascript")))
        }
        return blocks + input.imageBlocks + input.outputBlocks()
    }

    /// The page.
    public static func links(_ input: ToolCardInput) -> [CardLink] {
        url(input).map { [CardLink(title: $0, address: $0)] } ?? []
    }

    private static func url(_ input: ToolCardInput) -> String? {
        (input.detailText("url") ?? input.text("url")).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func browser(_ app: JSONText?, _ input: ToolCardInput) -> String? {
        if let address = app?["cdp_url"]?.stringValue, !address.isEmpty { return "connected \(address)" }
        if let path = app?["path"]?.stringValue, !path.isEmpty { return "spawned \(CardFormat.path(path))" }
        return input.detailText("browser")
    }

    private static func viewPort(_ port: JSONText?) -> String? {
        guard let width = port?["width"]?.finite, let height = port?["height"]?.finite else { return nil }
        let scale = port?["scale"]?.finite.map { "@\(CardFormat.number($0))x" } ?? ""
        return "\(CardFormat.number(width))×\(CardFormat.number(height))\(scale)"
    }

    private static func tone(of action: String) -> CardTone {
        switch action {
        case "open": .success
        case "run": .accent
        case "close": .warning
        default: .plain
        }
    }
}
