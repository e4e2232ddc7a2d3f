import ViewTree

/// Words.
public struct Text: Equatable, Sendable {
    /// Where text is cut when there is no room.
    public enum TruncationMode: Sendable {
        /// At the beginning.
        case head
        /// At the end.
        case tail
        /// In the middle.
        case middle
    }

    /// Upper or lower case.
    public enum Case: Sendable {
        /// Capitals.
        case uppercase
        /// Small letters.
        case lowercase
    }

    /// The line of an underline or a strikethrough.
    public struct LineStyle: Hashable, Sendable {
        /// How the line is broken.
        public struct Pattern: Hashable, Sendable {
            let css: String
            /// Not broken.
            public static let solid = Pattern(css: "solid")
            /// Dots.
            public static let dot = Pattern(css: "dotted")
            /// Dashes.
            public static let dash = Pattern(css: "dashed")
        }
        let pattern: Pattern
        let color: Color?
        /// Creates a line.
        public init(pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil) {
            self.pattern = pattern
            self.color = color
        }
        /// One line.
        public static let single = Text.LineStyle()
    }

    /// How a date is shown.
    public struct DateStyle: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case time, date, relative, offset, timer }
        let kind: Kind
        /// The time of day.
        public static let time = DateStyle(kind: .time)
        /// The day.
        public static let date = DateStyle(kind: .date)
        /// The distance from now.
        public static let relative = DateStyle(kind: .relative)
        /// The distance from now with its sign.
        public static let offset = DateStyle(kind: .offset)
        /// A running clock.
        public static let timer = DateStyle(kind: .timer)
    }

    indirect enum Storage: Equatable, @unchecked Sendable {  // All payloads are values; keys hold only values.
        case verbatim(String)
        case key(LocalizedStringKey, table: String?)
        case attributed(AttributedString)
        case joined(Text, Text)
        case image(Image)
        case date(Date, DateStyle)
    }

    var storage: Storage
    var modifiers: TextStyle = TextStyle()

    init(storage: Storage) { self.storage = storage }

    /// Words as they are.
    public init(verbatim content: String) { storage = .verbatim(content) }
    /// Words as they are.
    @_disfavoredOverload public init<S: StringProtocol>(_ content: S) { storage = .verbatim(String(content)) }
    /// Words of the app's catalogs.
    public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) {
        storage = .key(key, table: tableName)
    }
    /// Words with attributes. A literal could be such words too; it is meant as a key, so that this stands back.
    @_disfavoredOverload public init(_ attributedContent: AttributedString) { storage = .attributed(attributedContent) }
    /// A symbol among words.
    public init(_ image: Image) { storage = .image(image) }
    /// A date.
    public init(_ date: Date, style: Text.DateStyle) { storage = .date(date, style) }
    /// A formatted value.
    public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
        storage = .verbatim(format.format(input))
    }

    /// Two texts in a row.
    public static func + (left: Text, right: Text) -> Text { Text(storage: .joined(left, right)) }

    /// What a modifier of `Text` changes.
    struct TextStyle: Equatable, Sendable {
        var font: Font?
        var weight: Font.Weight?
        var design: Font.Design?
        var italic: Bool?
        var monospaced: Bool?
        var digits: Bool?
        var tracking: CGFloat?
        var kerning: CGFloat?
        var baseline: CGFloat?
        var underline: LineStyle?
        var strikethrough: LineStyle?
        var paint: AnyPaint?
    }

    /// A style that text may keep and compare.
    struct AnyPaint: Equatable, Sendable {
        let style: AnyShapeStyle
        static func == (left: AnyPaint, right: AnyPaint) -> Bool {
            left.style._paint(in: EnvironmentValues()) == right.style._paint(in: EnvironmentValues())
        }
    }

    func with(_ change: (inout TextStyle) -> Void) -> Text {
        var copy = self
        change(&copy.modifiers)
        return copy
    }

    /// Sets the font.
    public func font(_ font: Font?) -> Text { with { $0.font = font } }
    /// Sets the weight.
    public func fontWeight(_ weight: Font.Weight?) -> Text { with { $0.weight = weight } }
    /// Sets the design.
    public func fontDesign(_ design: Font.Design?) -> Text { with { $0.design = design } }
    /// Bold.
    public func bold() -> Text { with { $0.weight = .bold } }
    /// Bold, or not.
    public func bold(_ isActive: Bool) -> Text { isActive ? bold() : self }
    /// Italic.
    public func italic() -> Text { with { $0.italic = true } }
    /// Italic, or not.
    public func italic(_ isActive: Bool) -> Text { with { $0.italic = isActive } }
    /// Of one width.
    public func monospaced(_ isActive: Bool = true) -> Text { with { $0.monospaced = isActive } }
    /// Figures of one width.
    public func monospacedDigit() -> Text { with { $0.digits = true } }
    /// Space between letters.
    public func tracking(_ tracking: CGFloat) -> Text { with { $0.tracking = tracking } }
    /// Space between pairs of letters.
    public func kerning(_ kerning: CGFloat) -> Text { with { $0.kerning = kerning } }
    /// Raises or lowers.
    public func baselineOffset(_ baselineOffset: CGFloat) -> Text { with { $0.baseline = baselineOffset } }
    /// A line under the words.
    public func underline(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> Text {
        with { $0.underline = isActive ? LineStyle(pattern: pattern, color: color) : nil }
    }
    /// A line through the words.
    public func strikethrough(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> Text {
        with { $0.strikethrough = isActive ? LineStyle(pattern: pattern, color: color) : nil }
    }
    /// The colour of the words.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text {
        with { $0.paint = AnyPaint(style: AnyShapeStyle(style)) }
    }
    /// The colour of the words.
    public func foregroundColor(_ color: Color?) -> Text {
        with { $0.paint = color.map { AnyPaint(style: AnyShapeStyle($0)) } }
    }

    /// The bare words.
    func words(in environment: EnvironmentValues?, now: Date = Date()) -> String {
        switch storage {
        case .verbatim(let text): text
        case .key(let key, let table): key.resolve(environment?.locale, table: table)
        case .attributed(let text): String(text.characters)
        case .joined(let left, let right):
            left.words(in: environment, now: now) + right.words(in: environment, now: now)
        case .image: ""
        case .date(let date, let style): style.text(date, environment, now: now)
        }
    }
}

extension Text {
    /// Whether the words change with the time.
    fileprivate var moves: Bool {
        switch storage {
        case .date(_, let style): [.relative, .offset, .timer].contains(style.kind)
        case .joined(let left, let right): left.moves || right.moves
        default: false
        }
    }
}

extension Text.Storage {
    /// Whether no part of the words has looks or links of its own.
    fileprivate var isPlain: Bool {
        switch self {
        case .verbatim, .key, .date: true
        case .attributed, .joined, .image: false
        }
    }
}

extension Text.DateStyle {
    func text(_ date: Date, _ environment: EnvironmentValues?, now: Date) -> String {
        let locale = environment?.locale ?? .current
        switch kind {
        case .time: return date.formatted(Date.FormatStyle(date: .omitted, time: .shortened, locale: locale))
        case .date: return date.formatted(Date.FormatStyle(date: .long, time: .omitted, locale: locale))
        case .relative, .offset, .timer:
            let seconds = Int(abs(date.timeIntervalSince(now)))
            let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
            let two = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
            if kind == .timer { return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))" }
            return hours > 0
                ? "\(hours) hr, \(minutes) min" : minutes > 0 ? "\(minutes) min, \(rest) sec" : "\(rest) sec"
        }
    }
}

extension Text: View {
    /// None.
    public typealias Body = Never

    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let environment = node.environment
        let builtin = environment.builtin
        let box = node.box(layout: .hug)
        var classes = "text"
        var style = Style()
        // A text that carries its own font, weight or colour leaves the environment's.
        var font = view.modifiers.font ?? builtin.font ?? .body
        if let design = builtin.fontDesign, font.designValue == nil { font.designValue = design }
        if let weight = view.modifiers.weight ?? builtin.fontWeight { font.weightValue = weight }
        if let design = view.modifiers.design { font.designValue = design }
        if view.modifiers.italic ?? builtin.isItalic { font.isItalic = true }
        if view.modifiers.monospaced ?? builtin.isMonospaced { font.isMonospaced = true }
        if view.modifiers.digits ?? builtin.monospacedDigits { font.hasMonospacedDigits = true }
        for (name, value) in font.css(environment.dynamicTypeSize) { style[name] = value }
        let paint = view.modifiers.paint?.style.paint(in: environment) ?? builtin.foreground
        if let paint { style.merge(textPaint(paint)) }
        if let spacing = view.modifiers.tracking ?? view.modifiers.kerning ?? builtin.tracking ?? builtin.kerning,
            spacing != 0
        {
            style["letter-spacing"] = px(Double(spacing))
        }
        if builtin.lineSpacing > 0, let line = style["line-height"], let number = Double(line.dropLast(2)) {
            style["line-height"] = px(number + Double(builtin.lineSpacing))
        }
        if let offset = view.modifiers.baseline, offset != 0 {
            style["position"] = "relative"
            style["top"] = px(-Double(offset))
        }
        switch builtin.textCase {
        case .uppercase: style["text-transform"] = "uppercase"
        case .lowercase: style["text-transform"] = "lowercase"
        case nil: break
        }
        switch builtin.textAlignment {
        case .leading: break
        case .center: style["text-align"] = "center"
        case .trailing: style["text-align"] = "end"
        }
        if let limit = builtin.lineLimit {
            if limit == 1 {
                classes += builtin.truncation == .head ? " line1 head" : " line1"
            } else {
                classes += " clamp"
                style["-webkit-line-clamp"] = String(limit)
            }
            if builtin.reservesLines { style["min-height"] = "\(limit)lh" }
        }
        let underline = view.modifiers.underline ?? (builtin.underline == true ? .single : nil)
        let strike = view.modifiers.strikethrough ?? (builtin.strikethrough == true ? .single : nil)
        if let line = underline ?? strike { style.merge(lineStyle(underline: underline, strike: strike, line)) }
        if builtin.isSelectable { classes += " selectable" }
        if builtin.redaction.contains(.placeholder) || builtin.redaction.contains(.privacy) { classes += " redacted" }
        box.classes = classes
        let words = view.words(in: environment, now: node.host.now())
        box.plainText = words
        if view.moves { node.ticks(every: 1) }
        // What is bounded to one line ends with its first.
        let isCut = builtin.lineLimit == 1 && words.contains(where: \.isNewline)
        if isCut { style["white-space"] = "nowrap" }
        box.style = style
        if case .joined = view.storage {
            box.content = .html(html(view, environment, top: true))
        } else if case .attributed(let text) = view.storage {
            box.content = .html(html(text, environment))
        } else if case .image(let image) = view.storage {
            box.content = .html(image.inlineHTML)
        } else {
            box.content = .text(isCut ? words.prefix { !$0.isNewline } + "…" : words)
        }
        if builtin.redaction.contains(.privacy) { box.attributes["aria-hidden"] = "true" }
        // Links in text are opened by the app, not by the page.
        box.handlers[.action] =
            view.storage.isPlain
            ? nil
            : { payload in
                if let url = URL(string: payload.text) { environment.openURL(url) }
            }
        node.leaf(box)
    }

    private static func lineStyle(underline: LineStyle?, strike: LineStyle?, _ line: LineStyle) -> Style {
        var kinds: [String] = []
        if underline != nil { kinds.append("underline") }
        if strike != nil { kinds.append("line-through") }
        var text = kinds.joined(separator: " ") + " " + line.pattern.css
        if let color = line.color { text += " " + color.css }
        return Style(("text-decoration", text))
    }

    private static func html(_ text: Text, _ environment: EnvironmentValues, top: Bool = false) -> String {
        var inner: String
        switch text.storage {
        case .joined(let left, let right): inner = html(left, environment) + html(right, environment)
        case .attributed(let string): inner = html(string, environment)
        case .image(let image): inner = image.inlineHTML
        default: inner = escapeText(text.words(in: environment))
        }
        if top { return inner }
        var style = Style()
        let modifiers = text.modifiers
        if var font = modifiers.font {
            if let weight = modifiers.weight { font.weightValue = weight }
            if modifiers.italic == true { font.isItalic = true }
            if modifiers.monospaced == true { font.isMonospaced = true }
            if modifiers.digits == true { font.hasMonospacedDigits = true }
            for (name, value) in font.css(environment.dynamicTypeSize) where name != "line-height" {
                style[name] = value
            }
        } else {
            if let weight = modifiers.weight { style["font-weight"] = String(weight.value) }
            if modifiers.italic == true { style["font-style"] = "italic" }
            if modifiers.monospaced == true { style["font-family"] = "var(--mono)" }
            if modifiers.digits == true { style["font-variant-numeric"] = "tabular-nums" }
        }
        if let paint = modifiers.paint { style.merge(textPaint(paint.style.paint(in: environment))) }
        if let spacing = modifiers.tracking ?? modifiers.kerning { style["letter-spacing"] = px(Double(spacing)) }
        if let line = modifiers.underline ?? modifiers.strikethrough {
            style.merge(lineStyle(underline: modifiers.underline, strike: modifiers.strikethrough, line))
        }
        if style.isEmpty { return inner }
        inner = "<span style=\"\(escapeAttribute(style.text))\">\(inner)</span>"
        return inner
    }

    private static func html(_ text: AttributedString, _ environment: EnvironmentValues) -> String {
        var out = ""
        for run in text.runs {
            let words = escapeText(String(text[run.range].characters))
            var style = Style()
            if let font = run.swiftUI.font {
                for (name, value) in font.css(environment.dynamicTypeSize) where name != "line-height" {
                    style[name] = value
                }
            }
            if let color = run.swiftUI.foregroundColor { style["color"] = color.css }
            if let color = run.swiftUI.backgroundColor { style["background"] = color.css }
            if let kern = run.swiftUI.kern ?? run.swiftUI.tracking { style["letter-spacing"] = px(Double(kern)) }
            let underline = run.swiftUI.underlineStyle
            let strike = run.swiftUI.strikethroughStyle
            if let line = underline ?? strike { style.merge(lineStyle(underline: underline, strike: strike, line)) }
            let attribute = style.isEmpty ? "" : " style=\"\(escapeAttribute(style.text))\""
            if let link = run.link {
                out += "<a href=\"\(escapeAttribute(link.absoluteString))\" data-link\(attribute)>\(words)</a>"
            } else if attribute.isEmpty {
                out += words
            } else {
                out += "<span\(attribute)>\(words)</span>"
            }
        }
        return out
    }
}

/// The declarations that paint words: a colour, or a gradient seen through them.
func textPaint(_ paint: Paint) -> Style {
    if paint.background.hasPrefix("linear-gradient") || paint.background.hasPrefix("radial-gradient") {
        return Style(
            ("background", paint.background), ("-webkit-background-clip", "text"), ("background-clip", "text"),
            ("color", "transparent"))
    }
    return Style(("color", paint.color))
}

extension AttributeScopes {
    /// The attributes that SwiftUI's text knows.
    public struct SwiftUIAttributes: AttributeScope {
        /// The font.
        public let font: FontAttribute
        /// The colour of the words.
        public let foregroundColor: ForegroundColorAttribute
        /// The colour behind the words.
        public let backgroundColor: BackgroundColorAttribute
        /// A line through the words.
        public let strikethroughStyle: StrikethroughStyleAttribute
        /// A line under the words.
        public let underlineStyle: UnderlineStyleAttribute
        /// Space between pairs of letters.
        public let kern: KerningAttribute
        /// Space between letters.
        public let tracking: TrackingAttribute
        /// Raises or lowers.
        public let baselineOffset: BaselineOffsetAttribute
        /// Foundation's attributes.
        public let foundation: AttributeScopes.FoundationAttributes

        /// The font.
        public enum FontAttribute: AttributedStringKey {
            /// A font.
            public typealias Value = Font
            /// The attribute's name.
            public static let name = "SwiftUI.Font"
        }
        /// The colour of the words.
        public enum ForegroundColorAttribute: AttributedStringKey {
            /// A colour.
            public typealias Value = Color
            /// The attribute's name.
            public static let name = "SwiftUI.ForegroundColor"
        }
        /// The colour behind the words.
        public enum BackgroundColorAttribute: AttributedStringKey {
            /// A colour.
            public typealias Value = Color
            /// The attribute's name.
            public static let name = "SwiftUI.BackgroundColor"
        }
        /// A line through the words.
        public enum StrikethroughStyleAttribute: AttributedStringKey {
            /// A line.
            public typealias Value = Text.LineStyle
            /// The attribute's name.
            public static let name = "SwiftUI.StrikethroughStyle"
        }
        /// A line under the words.
        public enum UnderlineStyleAttribute: AttributedStringKey {
            /// A line.
            public typealias Value = Text.LineStyle
            /// The attribute's name.
            public static let name = "SwiftUI.UnderlineStyle"
        }
        /// Space between pairs of letters.
        public enum KerningAttribute: AttributedStringKey {
            /// Points.
            public typealias Value = CGFloat
            /// The attribute's name.
            public static let name = "SwiftUI.Kern"
        }
        /// Space between letters.
        public enum TrackingAttribute: AttributedStringKey {
            /// Points.
            public typealias Value = CGFloat
            /// The attribute's name.
            public static let name = "SwiftUI.Tracking"
        }
        /// Raises or lowers.
        public enum BaselineOffsetAttribute: AttributedStringKey {
            /// Points.
            public typealias Value = CGFloat
            /// The attribute's name.
            public static let name = "SwiftUI.BaselineOffset"
        }
    }

    /// The attributes that SwiftUI's text knows.
    public var swiftUI: SwiftUIAttributes.Type { SwiftUIAttributes.self }
}

extension AttributeDynamicLookup {
    /// Finds SwiftUI's attributes by name.
    public subscript<T: AttributedStringKey>(
        dynamicMember keyPath: KeyPath<AttributeScopes.SwiftUIAttributes, T>
    ) -> T {
        self[T.self]
    }
}
