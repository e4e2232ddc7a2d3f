/// A question of the host (protocol §10). The answer is a string: the chosen option's label, the text, or absent.
public struct Ask: Sendable, Hashable, Identifiable {
    public var id: RequestID
    public var title: String
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

        public var options: [Option]
        /// The recommended option.
        public var initialIndex: Int?
        public var marker: Marker?
        public var checkedIndices: [Int]
        /// Options at or beyond this index carry no mark ("Done", "Other").
        public var markableCount: Int?
        public var helpText: String?

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
        public var label: String
        public var description: String?

        public init(label: String, description: String?) {
            self.label = label
            self.description = description
        }
    }

    public init(id: RequestID, title: String, kind: Kind, raw: JSONText) {
        self.id = id
        self.title = title
        self.kind = kind
        self.raw = raw
    }
}
