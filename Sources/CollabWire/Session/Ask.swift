/// A question of the host (protocol §10). The answer is a string: the chosen option's label, the text, or absent.
public struct Ask: Sendable, Hashable, Identifiable {
    /// Sent back with the answer.
    public var id: RequestID
    /// The question.
    public var title: String
    /// What kind of answer is asked for.
    public var kind: Kind
    /// The request as sent.
    public var raw: JSONText

    /// What kind of answer is asked for.
    public enum Kind: Sendable, Hashable {
        case select(Select)
        case editor(prefill: String?)
        /// A kind of a newer host, which can only be cancelled here.
        case unknown(String?)
    }

    /// A choice among options.
    public struct Select: Sendable, Hashable {
        /// How options are marked.
        public enum Marker: Sendable, Hashable { case radio, checkbox }

        /// In the order to show them.
        public var options: [Option]
        /// The recommended option.
        public var initialIndex: Int?
        /// How options are marked; nil for not at all.
        public var marker: Marker?
        /// Options that are marked now.
        public var checkedIndices: [Int]
        /// Options at or beyond this index carry no mark ("Done", "Other").
        public var markableCount: Int?
        /// A line of help below the options.
        public var helpText: String?

        /// A choice from its parts.
        public init(
            options: [Option], initialIndex: Int?, marker: Marker?, checkedIndices: [Int], markableCount: Int?,
            helpText: String?
        ) {
            self.options = options
            self.initialIndex = initialIndex
            self.marker = marker
            self.checkedIndices = checkedIndices
            self.markableCount = markableCount
            self.helpText = helpText
        }
    }

    /// One option; ``label`` is sent back byte for byte.
    public struct Option: Sendable, Hashable {
        /// The answer when this is chosen, byte for byte.
        public var label: String
        /// A second line.
        public var description: String?

        /// An option from its parts.
        public init(label: String, description: String?) {
            self.label = label
            self.description = description
        }
    }

    /// An ask from its parts.
    public init(id: RequestID, title: String, kind: Kind, raw: JSONText) {
        self.id = id
        self.title = title
        self.kind = kind
        self.raw = raw
    }
}
