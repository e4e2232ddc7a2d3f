/// The colours of one theme, by what they are for.
///
/// Dark is *VR mono + amber*, light is *Rosé Pine Dawn (gold)*. Where the light theme's decorative colours are too
/// pale for text, `…Text` holds a darker step of the same hue with at least 4.5:1 on the grounds it is used on; a test
/// computes every pair.
public struct Palette: Sendable, Hashable {
    /// The page.
    public var bg: ThemeColor
    /// A raised page: bars, cells.
    public var bg2: ThemeColor
    /// A panel over the page.
    public var panel: ThemeColor
    /// Headlines and values.
    public var txt: ThemeColor
    /// Running text.
    public var body: ThemeColor
    /// Secondary text.
    public var muted: ThemeColor
    /// Decoration only: too pale for text.
    public var label: ThemeColor
    /// Decoration only: paler still.
    public var ghost: ThemeColor
    /// Hairlines, faintest first.
    public var lineFaint: ThemeColor
    /// The usual hairline.
    public var line: ThemeColor
    /// A hairline that separates.
    public var lineStrong: ThemeColor
    /// A hairline under the pointer.
    public var lineHover: ThemeColor
    /// Marks and fills.
    public var accent: ThemeColor
    /// The accent where it is text.
    public var accentText: ThemeColor
    /// Text on a fill of ``accent``.
    public var onAccent: ThemeColor
    /// A wash of the accent.
    public var accentDim: ThemeColor
    /// A border in the accent.
    public var accentLine: ThemeColor
    /// Glass surfaces.
    public var glassFill: ThemeColor
    /// Glass on glass.
    public var glassFill2: ThemeColor
    /// The border of glass.
    public var glassBorder: ThemeColor
    /// Shell commands.
    public var bash: ThemeColor
    /// Language servers.
    public var lsp: ThemeColor
    /// Tasks and subagents.
    public var task: ThemeColor
    /// The advisor, and errors.
    public var advisor: ThemeColor
    /// Success.
    public var ok: ThemeColor
    /// Syntax colours.
    public var keyword: ThemeColor
    /// Strings.
    public var string: ThemeColor
    /// Numbers.
    public var number: ThemeColor
    /// Types.
    public var type: ThemeColor
    /// Functions.
    public var function: ThemeColor
    /// Comments.
    public var comment: ThemeColor
    /// Added lines; at 14 % as their ground.
    public var diffAdd: ThemeColor
    /// Removed lines; at 14 % as their ground.
    public var diffDelete: ThemeColor
    /// Lock-screen ground, top.
    public var lockTop: ThemeColor
    /// Lock-screen ground, bottom.
    public var lockBottom: ThemeColor

    /// How strongly a diff colour washes its line's ground.
    public static let diffWash = 0.14

    /// VR mono + amber.
    public static let dark: Palette = {
        let white = ThemeColor(0xFFFFFF)
        let amber = ThemeColor(0xF6C177)
        return Palette(
            bg: ThemeColor(0x000000), bg2: ThemeColor(0x060606), panel: ThemeColor(0x0C0C0E, opacity: 0.92),
            txt: white, body: white.opacity(0.8), muted: white.opacity(0.58),
            label: white.opacity(0.4), ghost: white.opacity(0.25),
            lineFaint: white.opacity(0.06), line: white.opacity(0.15), lineStrong: white.opacity(0.22),
            lineHover: white.opacity(0.5),
            accent: amber, accentText: amber, onAccent: ThemeColor(0x000000),
            accentDim: amber.opacity(0.16), accentLine: amber.opacity(0.45),
            glassFill: white.opacity(0.05), glassFill2: white.opacity(0.03), glassBorder: white.opacity(0.16),
            bash: ThemeColor(0x7FD6C8), lsp: ThemeColor(0xB9A3E3), task: ThemeColor(0x7BB8D4),
            advisor: ThemeColor(0xE8919F), ok: ThemeColor(0x86E0B0),
            keyword: ThemeColor(0xC4A7E7), string: ThemeColor(0x9CCFD8), number: amber, type: ThemeColor(0x3E8FB0),
            function: ThemeColor(0xEBBCBA), comment: ThemeColor(0x8A86A6),
            diffAdd: ThemeColor(0x86E0B0), diffDelete: ThemeColor(0xE8919F),
            lockTop: ThemeColor(0x14141C), lockBottom: ThemeColor(0x000000))
    }()

    /// Rosé Pine Dawn (gold).
    public static let light: Palette = {
        let white = ThemeColor(0xFFFFFF)
        let gold = ThemeColor(0xEA9D34)
        return Palette(
            bg: ThemeColor(0xFAF4ED), bg2: ThemeColor(0xFFFAF3), panel: ThemeColor(0xFFFBF3, opacity: 0.93),
            txt: ThemeColor(0x575279), body: ThemeColor(0x615D7B), muted: ThemeColor(0x6C6888),
            label: ThemeColor(0x9893A5), ghost: ThemeColor(0xB6B1C0),
            lineFaint: ThemeColor(0xF4EDE8), line: ThemeColor(0xDFDAD9), lineStrong: ThemeColor(0xCECACD),
            lineHover: ThemeColor(0x9893A5),
            accent: gold, accentText: ThemeColor(0x8A5606), onAccent: ThemeColor(0x2B2540),
            accentDim: gold.opacity(0.14), accentLine: gold.opacity(0.5),
            glassFill: white.opacity(0.42), glassFill2: white.opacity(0.28), glassBorder: white.opacity(0.75),
            bash: ThemeColor(0x3A6F78), lsp: ThemeColor(0x75608F), task: ThemeColor(0x286983),
            advisor: ThemeColor(0x9A4A62), ok: ThemeColor(0x3A6F78),
            keyword: ThemeColor(0x75608F), string: ThemeColor(0x3A6F78), number: ThemeColor(0x8A5606),
            type: ThemeColor(0x286983), function: ThemeColor(0x9C5048), comment: ThemeColor(0x6C6888),
            diffAdd: ThemeColor(0x3A6F78), diffDelete: ThemeColor(0x9A4A62),
            lockTop: ThemeColor(0xFBF5EC), lockBottom: ThemeColor(0xE6D8C8))
    }()

    /// Every pair of a text colour and the opaque ground it is used on, with a name for messages.
    ///
    /// Washes and glass are laid over the page first, so that what is compared is what the eye gets.
    public var textPairs: [(name: String, text: ThemeColor, ground: ThemeColor)] {
        let panelGround = panel.over(bg)
        let glass = glassFill.over(bg)
        let grounds = [("bg", bg), ("bg2", bg2), ("panel", panelGround), ("glass", glass)]
        let texts = [
            ("txt", txt), ("body", body), ("muted", muted), ("accentText", accentText), ("bash", bash), ("lsp", lsp),
            ("task", task), ("advisor", advisor), ("ok", ok),
        ]
        let syntax = [
            ("keyword", keyword), ("string", string), ("number", number), ("type", type), ("function", function),
            ("comment", comment),
        ]
        var pairs: [(name: String, text: ThemeColor, ground: ThemeColor)] = []
        for (groundName, ground) in grounds {
            for (name, text) in texts + syntax { pairs.append(("\(name) on \(groundName)", text, ground)) }
        }
        for (name, wash) in [("diffAdd", diffAdd), ("diffDelete", diffDelete)] {
            let ground = wash.opacity(Self.diffWash).over(panelGround)
            pairs.append(("\(name) on its own wash", wash, ground))
            pairs.append(("body on the wash of \(name)", body, ground))
        }
        pairs.append(("onAccent on accent", onAccent, accent))
        pairs.append(("accentText on accentDim", accentText, accentDim.over(bg)))
        pairs.append(("txt on accentDim", txt, accentDim.over(bg)))
        return pairs
    }
}
