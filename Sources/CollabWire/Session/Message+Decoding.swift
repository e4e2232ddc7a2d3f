import Foundation

extension Message {
    /// Reads a message; nil when the text is no object (protocol §6).
    public init?(decoding text: JSONText) {
        guard let message = text.withNode({ Message(node: $0) }) else { return nil }
        self = message
    }

    init?(node: JSONNode) {
        guard node.isObject else { return nil }
        self.init(
            role: Role(node: node), content: ContentBlock.list(node["content"]), timestamp: node["timestamp"]?.date,
            raw: node.text)
    }
}

extension Message.Role {
    init(node: JSONNode) {
        switch node["role"]?.string {
        case "user": self = .user(synthetic: node["synthetic"]?.isTruthy ?? false)
        case "developer": self = .developer
        case "assistant":
            self = .assistant(
                AssistantInfo(
                    model: node["model"]?.string, provider: node["provider"]?.string,
                    usage: node["usage"].flatMap(Usage.init(node:)),
                    stopReason: node["stopReason"].flatMap(StopReason.init),
                    errorMessage: node["errorMessage"]?.string))
        case "toolResult":
            self = .toolResult(
                ToolResultInfo(
                    toolCallId: node["toolCallId"]?.string ?? "", toolName: node["toolName"]?.string ?? "",
                    details: node["details"]?.textUnlessNull, isError: node["isError"]?.isTruthy ?? false))
        case let other: self = .other(other ?? "")
        }
    }
}

extension StopReason {
    init?(node: JSONNode) {
        guard let reason = node.string else { return nil }
        self =
            switch reason {
            case "stop": .stop
            case "length": .length
            case "toolUse": .toolUse
            case "error": .error
            case "aborted": .aborted
            default: .other(reason)
            }
    }
}

extension Usage {
    init?(node: JSONNode) {
        guard node.isObject else { return nil }
        self.init(
            input: node["input"]?.int ?? 0, output: node["output"]?.int ?? 0, cacheRead: node["cacheRead"]?.int ?? 0,
            cacheWrite: node["cacheWrite"]?.int ?? 0, totalTokens: node["totalTokens"]?.int ?? 0,
            cost: node["cost"]?["total"]?.double ?? 0)
    }
}

extension ContentBlock {
    /// Reads `content`: a plain string is one text block, anything but a string or an array is nothing.
    public static func list(decoding text: JSONText) -> [ContentBlock] {
        text.withNode { list($0) }
    }

    static func list(_ node: JSONNode?) -> [ContentBlock] {
        guard let node else { return [] }
        if let text = JSONString(node: node) { return [.text(text)] }
        return node.map(ContentBlock.init(node:))
    }

    init(node: JSONNode) {
        if let note = node.string {
            self = .note(note)
            return
        }
        guard let type = node["type"]?.string else {
            self = .unknown(type: nil, node.text)
            return
        }
        switch type {
        case "text":
            self =
                node["text"].flatMap(JSONString.init(node:)).map(ContentBlock.text) ?? .unknown(type: type, node.text)
        case "thinking":
            self =
                node["thinking"].flatMap(JSONString.init(node:)).map(ContentBlock.thinking)
                ?? .unknown(type: type, node.text)
        case "redactedThinking": self = .redactedThinking
        case "image":
            let data = node["data"].flatMap { $0.isString ? $0.text : nil }
            self = .image(ImageBlock(mimeType: node["mimeType"]?.string, data: data))
        case "toolCall":
            guard let id = node["id"]?.string, let name = node["name"]?.string else {
                self = .unknown(type: type, node.text)
                return
            }
            let arguments = node["arguments"]
            self = .toolCall(
                ToolCall(
                    id: id, name: name, arguments: arguments?.text,
                    intent: node["intent"]?.nonEmptyString ?? Self.intent(of: arguments, tool: name)))
        default: self = .unknown(type: type, node.text)
        }
    }

    /// Some hosts carry the intent as an argument named `i`, which for `grep` (once `search`) is the case flag (§12).
    static func intent(of arguments: JSONNode?, tool: String) -> String? {
        guard tool != "grep", tool != "search" else { return nil }
        return arguments?["i"]?.nonEmptyString
    }
}
