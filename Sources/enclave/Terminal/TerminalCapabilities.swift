/// What a terminal can show, by its environment.
struct TerminalCapabilities: Sendable, Hashable {
    /// How many colours there are.
    enum ColorDepth: Sendable, Hashable, Comparable {
        case none, sixteen, indexed, full
    }

    /// How many colours.
    var colors: ColorDepth
    /// Bold, underlined and the like, and moving the cursor.
    var hasControls: Bool
    /// Addresses behind text (OSC 8).
    var hasHyperlinks: Bool

    /// Nothing but text: for files and pipes.
    static let plain = TerminalCapabilities(colors: .none, hasControls: false, hasHyperlinks: false)

    /// Given capabilities.
    init(colors: ColorDepth, hasControls: Bool, hasHyperlinks: Bool) {
        self.colors = colors
        self.hasControls = hasControls
        self.hasHyperlinks = hasHyperlinks
    }

    /// What the environment says of the terminal.
    ///
    /// - Parameters:
    ///   - isTerminal: whether output goes to a terminal at all.
    ///   - wantsColor: the person's word on colour, which wins over the environment's; nil leaves it to that.
    init(environment: [String: String], isTerminal: Bool, wantsColor: Bool? = nil) {
        let term = environment["TERM"] ?? ""
        let isDumb = term == "dumb" || !isTerminal
        let isUncoloured = !(environment["NO_COLOR"] ?? "").isEmpty
        hasControls = !isDumb
        hasHyperlinks = !isDumb && Self.linksWork(environment, term: term)
        guard wantsColor ?? (!isDumb && !isUncoloured) else {
            colors = .none
            return
        }
        let colorTerm = (environment["COLORTERM"] ?? "").lowercased()
        if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") {
            colors = .full
        } else if term.contains("256color") {
            colors = .indexed
        } else {
            colors = .sixteen
        }
    }

    /// Terminals known to show links, or to pass over them without harm. The Linux console prints them.
    private static func linksWork(_ environment: [String: String], term: String) -> Bool {
        if term == "linux" || term.hasPrefix("vt") { return false }
        if environment["TERM_PROGRAM"] == "Apple_Terminal" { return false }
        return environment["TERM_PROGRAM"] != nil || environment["VTE_VERSION"] != nil
            || environment["KITTY_WINDOW_ID"] != nil || environment["WT_SESSION"] != nil
            || ["kitty", "foot", "alacritty", "wezterm", "ghostty"].contains { term.contains($0) }
    }
}
