/// What the general lexer needs to know of a language.
struct LanguageRules: Sendable {
    /// A kind of literal text.
    struct Text: Sendable {
        var open: [UInt8]
        var close: [UInt8]
        /// Whether a backslash takes the next character's meaning.
        var hasEscapes: Bool
        /// Whether it may go on after the line's end.
        var isMultiline: Bool

        init(_ open: String, _ close: String? = nil, escapes: Bool = true, multiline: Bool = false) {
            self.open = Array(open.utf8)
            self.close = Array((close ?? open).utf8)
            hasEscapes = escapes
            isMultiline = multiline
        }
    }

    /// What `#` at a line's start, or before a word, means.
    enum Hash: Sendable { case nothing, directive, word }

    var keywords: Set<String> = []
    var types: Set<String> = []
    /// Keywords after which a name is a function's or a type's.
    var introducesFunction: Set<String> = []
    var introducesType: Set<String> = []
    var isCaseSensitive = true
    var lineComments: [[UInt8]] = []
    var blockOpen: [UInt8] = []
    var blockClose: [UInt8] = []
    var blocksNest = false
    /// Longer openings first.
    var texts: [Text] = []
    /// Letters that may stand right before a quote.
    var textPrefixes: Set<String> = []
    /// Characters of names beside letters, digits and underscore.
    var nameCharacters: Set<UInt8> = []
    /// Whether names that start with a capital are types.
    var capitalsAreTypes = true
    /// Whether a name before a parenthesis is a function.
    var callsAreFunctions = true
    /// Whether `@name` is an attribute.
    var hasAttributes = false
    var hash = Hash.nothing
    /// `$name` and `${name}`.
    var hasDollarNames = false
    /// `/…/` where a value may stand.
    var hasRegexes = false
    /// `'a` as a name of its own, when no quote closes it.
    var hasLifetimes = false
    /// `:name` as a value.
    var hasSymbols = false
    /// `name!(…)`
    var hasMacros = false
    /// What starts a text that runs to a line of a given word.
    var heredoc: [UInt8] = []
    /// A comment sign counts only after white space.
    var commentsNeedSpace = false
    /// The first word of a command is a function.
    var hasCommands = false
    /// A name, or a text, right before this is a key.
    var keyMark: UInt8?
    /// `<Name` where a value may stand is a tag.
    var hasTags = false
}
