import Foundation

extension SessionState {
    /// Reads a state (protocol §8); nil when the text is no object.
    public init?(decoding text: JSONText) {
        guard let state = text.withNode({ SessionState(node: $0) }) else { return nil }
        self = state
    }

    init?(node: JSONNode) {
        guard node.isObject else { return nil }
        self.init(
            isStreaming: node["isStreaming"]?.isTruthy ?? false, isAborting: node["isAborting"]?.isTruthy ?? false,
            queuedMessageCount: node["queuedMessageCount"]?.int ?? 0, sessionName: node["sessionName"]?.string,
            cwd: node["cwd"]?.string, model: node["model"].flatMap(ModelInfo.init(node:)),
            thinkingLevel: node["thinkingLevel"]?.string,
            contextUsage: node["contextUsage"].flatMap(ContextUsage.init(node:)),
            participants: node["participants"]?.compactMap(Participant.init(node:)) ?? [], raw: node.text)
    }
}

extension ModelInfo {
    init?(node: JSONNode) {
        guard let id = node["id"]?.string else { return nil }
        self.init(
            id: id, name: node["name"]?.string, provider: node["provider"]?.string,
            contextWindow: node["contextWindow"]?.int)
    }
}

extension ContextUsage {
    init?(node: JSONNode) {
        guard node.isObject else { return nil }
        // Bounded here, so that nobody who shows it has to wonder whether it fits into a number of theirs.
        let percent = node["percent"]?.double.flatMap { $0.isFinite ? min(max($0, 0), 1_000) : nil }
        self.init(tokens: node["tokens"]?.int, contextWindow: node["contextWindow"]?.int, percent: percent)
    }
}

extension Participant {
    init?(node: JSONNode) {
        guard let name = node["name"]?.string else { return nil }
        let role: Role =
            switch node["role"]?.string {
            case "host": .host
            case "guest": .guest
            case let other: .other(other ?? "")
            }
        self.init(name: name, role: role, readOnly: node["readOnly"]?.isTruthy ?? false)
    }
}
