import CollabWire

extension Ask {
    /// The question in plain words, for places that know no Markdown: notifications, the lock screen, other sinks.
    /// Control characters and what turns the direction of text are left out.
    public var plainTitle: String { MarkdownDocument(title).plainText.readable }

    /// The options as buttons outside the app: their labels, byte for byte as they are sent back. Empty when one of them
    /// would read differently from what it sends: such a question is answered in the app, which shows it as it is.
    public var buttonLabels: [String] {
        guard case .select(let select) = kind else { return [] }
        let labels = select.options.map(\.label)
        return labels.contains(where: \.isUnreadable) ? [] : labels
    }
}
