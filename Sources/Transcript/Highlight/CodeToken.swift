/// A piece of one line of code and what it is, in the theme's terms.
public struct CodeToken: Sendable, Hashable {
    /// The piece of text; a line's tokens, joined, are the line.
    public var text: Substring
    /// What it is.
    public var kind: Kind

    /// The theme's syntax colours, and the plain rest.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        case plain, keyword, string, number, type, function, comment
        /// A line a diff adds or removes.
        case added, removed
    }

    /// A piece of a given kind.
    public init(_ text: Substring, _ kind: Kind) {
        self.text = text
        self.kind = kind
    }
}
