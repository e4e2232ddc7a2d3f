/// Words that are looked up later. Foundation's own; the one on Linux has none.
public struct LocalizedStringResource: Equatable, Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The key in the catalog.
    public let key: String
    /// Words.
    public init(stringLiteral value: String) { key = value }
}

extension String {
    /// The words.
    public init(localized resource: LocalizedStringResource) { self = resource.key }
}
