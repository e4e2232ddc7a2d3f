import CollabWire

extension RequestID {
    /// The id as a text that names it: numbers in digits, strings with their quotes.
    public var wireText: String {
        switch self {
        case .number(let number): "\(number)"
        case .string(let string): "\"\(string)\""
        }
    }
}

extension Ask {
    /// The labels of a selection's options; nothing for an editor.
    public var optionLabels: [String] {
        guard case .select(let select) = kind else { return [] }
        return select.options.map(\.label)
    }
}
