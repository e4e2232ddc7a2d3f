import Foundation

extension Ask {
    /// Reads a request (protocol §10); nil when it has no id to answer to.
    public init?(decoding text: JSONText) {
        guard let ask = text.withNode({ Ask(node: $0) }) else { return nil }
        self = ask
    }

    init?(node: JSONNode) {
        guard let id = node["reqId"].flatMap(RequestID.init(node:)) else { return nil }
        let kind: Kind =
            switch node["kind"]?.string {
            case "select": .select(Select(node: node))
            case "editor": .editor(prefill: node["prefill"]?.string)
            case let other: .unknown(other)
            }
        self.init(id: id, title: node["title"]?.string ?? "", kind: kind, raw: node.text)
    }
}

extension Ask.Select {
    init(node: JSONNode) {
        let marker: Marker? =
            switch node["selectionMarker"]?.string {
            case "radio": .radio
            case "checkbox": .checkbox
            default: nil
            }
        // An option that cannot be read keeps its place, so that the indices of the others stay right.
        let options = node["options"]?.map { option in
            Ask.Option(
                label: option.string ?? option["label"]?.string ?? option.stringOrText ?? "",
                description: option["description"]?.string)
        }
        self.init(
            options: options ?? [], initialIndex: node["initialIndex"]?.int, marker: marker,
            checkedIndices: node["checkedIndices"]?.compactMap { $0.int } ?? [],
            markableCount: node["markableCount"]?.int, helpText: node["helpText"]?.string)
    }
}
