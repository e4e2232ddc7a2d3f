import CollabWire

/// A piece of a tool card's open body: what there is to see, not how it looks.
///
/// Both the terminal and SwiftUI draw these. Long texts are references to the host's strings; drawing them page by page
/// is up to ``PagedText``.
public indirect enum CardBlock: Hashable, Sendable {
    /// A remark set apart: an intent, a warning, an error.
    case note(String, tone: CardTone)
    /// Short facts in a row.
    case badges([CardText])
    /// Names and values.
    case facts([CardFact])
    /// Source code, or data as text.
    case code(CardCode)
    /// Output of a program or tool: escape sequences are cleaned when it is drawn.
    case output(CardOutput)
    /// Prose.
    case markdown(Prose)
    /// A change of a file, or of several.
    case diff(CardDiff)
    /// Rows with a state.
    case rows([CardRow])
    /// The todo board.
    case board(TodoBoard)
    /// Pictures.
    case images([CardImage])
    /// Addresses that may be opened.
    case links([CardLink])
    /// Subagents with their progress.
    case agents([SubagentRow])
    /// A question with its options.
    case choices(CardChoices)
    /// Blocks under a title.
    case section(title: String, [CardBlock])
}

/// How a text is meant; a theme turns it into colours.
public enum CardTone: Hashable, Sendable {
    /// Plain.
    case plain
    /// Less important.
    case muted
    /// What the call is about.
    case accent
    case success
    case warning
    case failure
}

/// A short text on a card.
public struct CardText: Hashable, Sendable {
    /// What kind of thing it names.
    public enum Role: Hashable, Sendable {
        /// Words.
        case words
        /// A path or address.
        case path
        /// A line range behind a path.
        case range
        /// A search pattern, query or name.
        case pattern
        /// A chip: a count, a flag, a state.
        case badge
    }

    /// The text, on one line.
    public var text: String
    /// What it names.
    public var role: Role
    /// How it is meant.
    public var tone: CardTone

    /// A text.
    public init(_ text: String, _ role: Role = .words, tone: CardTone = .plain) {
        self.text = text
        self.role = role
        self.tone = tone
    }
}

/// A name and its value.
public struct CardFact: Hashable, Sendable {
    /// What the value is.
    public var name: String
    /// The value.
    public var value: String
    /// How the value is meant.
    public var tone: CardTone

    /// A fact.
    public init(_ name: String, _ value: String, tone: CardTone = .plain) {
        self.name = name
        self.value = value
        self.tone = tone
    }
}

/// Code or data as text.
public struct CardCode: Hashable, Sendable {
    /// What it is, when that is not plain from the card.
    public var title: String?
    /// The text.
    public var text: PagedText
    /// The file it is from, which decides the language.
    public var path: String?
    /// The language by name, when it is known otherwise.
    public var language: String?
    /// The number of the first line.
    public var startLine: Int?

    /// Code that the host sent.
    public init(
        _ text: JSONString, title: String? = nil, path: String? = nil, language: String? = nil, startLine: Int? = nil
    ) {
        self.text = PagedText(text)
        self.title = title
        self.path = path
        self.language = language
        self.startLine = startLine
    }

    /// Code that is put together here.
    public init(
        _ text: String, title: String? = nil, path: String? = nil, language: String? = nil, startLine: Int? = nil
    ) {
        self.init(JSONString(text), title: title, path: path, language: language, startLine: startLine)
    }
}

/// Output of a program or tool.
public struct CardOutput: Hashable, Sendable {
    /// What it is, when that is not plain from the card.
    public var title: String?
    /// The text, escape sequences included.
    public var text: PagedText
    /// Whether it reports a failure.
    public var isError: Bool

    /// Output that the host sent.
    public init(_ text: JSONString, title: String? = nil, isError: Bool = false) {
        self.text = PagedText(text)
        self.title = title
        self.isError = isError
    }

    /// Output that is put together here.
    public init(_ text: String, title: String? = nil, isError: Bool = false) {
        self.init(JSONString(text), title: title, isError: isError)
    }
}

/// A row of a list.
public struct CardRow: Hashable, Sendable {
    /// What a row's mark says.
    public enum State: Hashable, Sendable {
        case none, pending, running, succeeded, failed, warning, skipped
    }

    /// Its mark.
    public var state: State
    /// What it is called; may be empty.
    public var label: String
    /// What is said about it, piece by piece.
    public var texts: [CardText]
    /// More, when it is opened.
    public var blocks: [CardBlock]

    /// A row.
    public init(_ label: String = "", state: State = .none, texts: [CardText] = [], blocks: [CardBlock] = []) {
        self.state = state
        self.label = label
        self.texts = texts
        self.blocks = blocks
    }
}

/// A picture on a card.
public struct CardImage: Hashable, Sendable {
    /// The picture, still encoded.
    public var image: ImageBlock
    /// What it shows.
    public var caption: String?

    /// A picture.
    public init(_ image: ImageBlock, caption: String? = nil) {
        self.image = image
        self.caption = caption
    }
}

/// An address on a card.
public struct CardLink: Hashable, Sendable {
    /// What it is called.
    public var title: String
    /// The address as the host wrote it.
    public var address: String
    /// The same when it is safe to open.
    public var link: SafeLink?
    /// What else is known, such as its age.
    public var detail: String?

    /// An address.
    public init(title: String, address: String, detail: String? = nil) {
        self.title = title
        self.address = address
        self.link = SafeLink(address)
        self.detail = detail
    }
}

/// A question with its options and what was chosen.
public struct CardChoices: Hashable, Sendable {
    /// One option.
    public struct Option: Hashable, Sendable {
        /// The option's text.
        public var label: String
        /// More about it.
        public var description: String?
        /// Whether it was chosen.
        public var isChosen: Bool
        /// Whether the agent recommends it.
        public var isRecommended: Bool

        /// An option.
        public init(label: String, description: String?, isChosen: Bool, isRecommended: Bool) {
            self.label = label
            self.description = description
            self.isChosen = isChosen
            self.isRecommended = isRecommended
        }
    }

    /// What the agent calls the question.
    public var id: String?
    /// The question.
    public var question: String
    /// Whether several may be chosen.
    public var isMultiple: Bool
    /// The options in order.
    public var options: [Option]
    /// An answer in the person's own words.
    public var customAnswer: String?
    /// Nobody answered in time: what is chosen is the host's choice.
    public var isTimedOut: Bool
    /// Whether there is an answer, be it to choose nothing.
    public var isAnswered: Bool

    /// A question.
    public init(
        id: String?, question: String, isMultiple: Bool, options: [Option], customAnswer: String?, isTimedOut: Bool,
        isAnswered: Bool
    ) {
        self.id = id
        self.question = question
        self.isMultiple = isMultiple
        self.options = options
        self.customAnswer = customAnswer
        self.isTimedOut = isTimedOut
        self.isAnswered = isAnswered
    }
}
