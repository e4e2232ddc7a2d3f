/// A stretch of inline text that is set in one way.
public struct MarkdownRun: Sendable, Hashable {
    /// The text as shown; line breaks are `"\n"`.
    public var text: String
    /// How it is set.
    public var style: Style
    /// Where it leads, when it is a link whose address is safe to open.
    public var link: SafeLink?

    /// How inline text is set; several apply at once.
    public struct Style: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8
        /// A style of given bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Strong emphasis.
        public static let bold = Style(rawValue: 1 << 0)
        /// Emphasis.
        public static let italic = Style(rawValue: 1 << 1)
        /// Struck through.
        public static let strikethrough = Style(rawValue: 1 << 2)
        /// Code in a line of prose.
        public static let code = Style(rawValue: 1 << 3)
        /// Math, delimiters included, exactly as written.
        public static let math = Style(rawValue: 1 << 4)
        /// Raw HTML, shown as the text it is.
        public static let html = Style(rawValue: 1 << 5)
        /// Stands for an image: the text is its alternative text, ``MarkdownRun/link`` its address.
        /// The image is never fetched by itself.
        public static let image = Style(rawValue: 1 << 6)
    }

    /// A run of text.
    public init(_ text: String, style: Style = [], link: SafeLink? = nil) {
        self.text = text
        self.style = style
        self.link = link
    }
}

extension [MarkdownRun] {
    /// The text of all runs, without any setting.
    public var plainText: String {
        if count == 1 { return self[0].text }
        return reduce(into: "") { $0 += $1.text }
    }
}
