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

    /// Two plain options make an approval: shown as a bar above the composer (feature E4), and as two buttons on the
    /// lock screen (N3). A host that describes options, or says which is chosen now, asks for a choice from a list:
    /// two buttons would not show what it says of them.
    public var isTwoWay: Bool {
        guard case .select(let select) = kind else { return false }
        return select.options.count == 2 && select.marker != .checkbox && select.checkedIndices.isEmpty
            && select.options.allSatisfy { $0.description?.isEmpty ?? true }
    }
}
