import Foundation

extension AgentInfo {
    /// Reads a roster item (protocol §9); nil when it has no id.
    public init?(decoding text: JSONText) {
        guard let agent = text.withNode({ AgentInfo(node: $0) }) else { return nil }
        self = agent
    }

    init?(node: JSONNode) {
        guard let id = node["id"]?.string else { return nil }
        let kind: Kind =
            switch node["kind"]?.string {
            case "main": .main
            case "sub": .sub
            case let other: .other(other ?? "")
            }
        let status: Status =
            switch node["status"]?.string {
            case "running": .running
            case "idle": .idle
            case "parked": .parked
            case "aborted": .aborted
            case let other: .other(other ?? "")
            }
        self.init(
            id: id, displayName: node["displayName"]?.string ?? id, kind: kind, parentId: node["parentId"]?.string,
            status: status, hasSessionFile: node["hasSessionFile"]?.isTruthy ?? false,
            createdAt: node["createdAt"]?.date, lastActivity: node["lastActivity"]?.date, raw: node.text)
    }
}

extension BusMessage {
    /// Reads a bus message (protocol §9); never fails.
    public init(channel: String, decoding data: JSONText) {
        self = data.withNode { BusMessage(channel: channel, data: $0) }
    }

    init(channel: String?, data: JSONNode?) {
        let message: BusMessage? =
            switch channel {
            case "task:subagent:progress": data.flatMap(SubagentProgress.init(node:)).map(BusMessage.progress)
            case "task:subagent:lifecycle": data.flatMap(SubagentLifecycle.init(node:)).map(BusMessage.lifecycle)
            default: nil
            }
        self = message ?? .unknown(channel: channel)
    }
}

extension SubagentProgress {
    init?(node: JSONNode) {
        guard let progress = node["progress"], let id = progress["id"]?.string else { return nil }
        let status: Status =
            switch progress["status"]?.string {
            case "pending": .pending
            case "running": .running
            case "completed": .completed
            case "failed": .failed
            case "aborted": .aborted
            case let other: .other(other ?? "")
            }
        self.init(id: id, status: status, raw: node.text)
        index = node["index"]?.int ?? progress["index"]?.int
        agent = progress["agent"]?.string ?? node["agent"]?.string
        task = progress["task"]?.string ?? node["task"]?.string
        parentToolCallId = node["parentToolCallId"]?.string
        assignment = node["assignment"]?.string ?? progress["assignment"]?.string
        description = progress["description"]?.string
        lastIntent = progress["lastIntent"]?.string
        currentTool = progress["currentTool"]?.string
        currentToolArgs = progress["currentToolArgs"]?.stringOrText
        currentToolStart = progress["currentToolStartMs"]?.milliseconds
        recentTools = progress["recentTools"]?.compactMap(RecentTool.init(node:)) ?? []
        recentOutput = progress["recentOutput"]?.compactMap { $0.string } ?? []
        toolCount = progress["toolCount"]?.int ?? 0
        requests = progress["requests"]?.int ?? 0
        tokens = progress["tokens"]?.int ?? 0
        contextTokens = progress["contextTokens"]?.int
        contextWindow = progress["contextWindow"]?.int
        cost = progress["cost"]?.double ?? 0
        durationMilliseconds = progress["durationMs"]?.double ?? 0
        resolvedModel = progress["resolvedModel"]?.string
    }
}

extension SubagentProgress.RecentTool {
    init?(node: JSONNode) {
        guard let tool = node.string ?? node["tool"]?.string ?? node["name"]?.string else { return nil }
        self.init(tool: tool, args: node["args"]?.stringOrText)
    }
}

extension SubagentLifecycle {
    init?(node: JSONNode) {
        guard let id = node["id"]?.string else { return nil }
        let status: Status =
            switch node["status"]?.string {
            case "started": .started
            case "completed": .completed
            case "failed": .failed
            case "aborted": .aborted
            case let other: .other(other ?? "")
            }
        self.init(
            id: id, agent: node["agent"]?.string, description: node["description"]?.string, status: status,
            parentToolCallId: node["parentToolCallId"]?.string, index: node["index"]?.int, raw: node.text)
    }
}

extension JSONNode {
    /// A string as it is, anything else but `null` as its JSON text.
    var stringOrText: String? {
        if let string { return string }
        return isNull ? nil : text.string
    }
}
