import Foundation

extension Entry {
    /// What stands where a frame that announces an entry has none.
    static let absent = Entry(id: nil, parentId: nil, timestamp: nil, kind: .unreadable, elided: [], raw: .null)

    /// Reads an entry; never fails: what is no entry becomes ``EntryKind/unreadable`` (protocol §6, §12).
    public init(decoding text: JSONText) {
        self = text.withNode(Entry.init(node:))
    }

    init(node: JSONNode) {
        guard node.isObject else {
            self.init(id: nil, parentId: nil, timestamp: nil, kind: .unreadable, elided: [], raw: node.text)
            return
        }
        self.init(
            id: node["id"]?.string, parentId: node["parentId"]?.string, timestamp: node["timestamp"]?.date,
            kind: EntryKind(node: node), elided: node["collabElided"]?.compactMap(ElidedValue.init(node:)) ?? [],
            raw: node.text)
    }
}

extension EntryKind {
    init(node: JSONNode) {
        guard let type = node["type"]?.string else {
            self = .unreadable
            return
        }
        switch type {
        case "message":
            self = node["message"].flatMap(Message.init(node:)).map(EntryKind.message) ?? .unreadable
        case "custom_message": self = .customMessage(CustomMessage(node: node))
        case "compaction":
            self = .compaction(
                Compaction(
                    summary: node["summary"]?.string ?? "", shortSummary: node["shortSummary"]?.string,
                    firstKeptEntryId: node["firstKeptEntryId"]?.string, tokensBefore: node["tokensBefore"]?.int))
        case "branch_summary":
            self = .branchSummary(fromId: node["fromId"]?.string, summary: node["summary"]?.string ?? "")
        case "model_change": self = .modelChange(model: node["model"]?.string ?? "", role: node["role"]?.string)
        case "thinking_level_change": self = .thinkingLevelChange(level: node["thinkingLevel"]?.string)
        default: self = .unknown(type: type)
        }
    }
}

extension CustomMessage {
    init(node: JSONNode) {
        let customType = node["customType"]?.string ?? ""
        let details = node["details"]
        self.init(
            customType: customType, content: ContentBlock.list(node["content"]), details: details?.textUnlessNull,
            display: node["display"]?.isTruthy ?? false,
            author: customType == Self.collabPrompt ? details?["from"]?.string : nil)
    }
}

extension ElidedValue {
    /// Nil for a record that cannot be asked for: one without a path or a hash.
    init?(node: JSONNode) {
        guard let steps = node["path"].flatMap([PathStep].init(node:)), let hash = node["hash"]?.string else {
            return nil
        }
        let kind: Kind =
            switch node["kind"]?.string {
            case "string": .string
            case "array": .array
            case "image": .image
            case "entry": .entry
            case let other: .other(other ?? "")
            }
        self.init(
            path: steps, kind: kind, bytes: node["bytes"]?.int ?? 0, hash: hash, mimeType: node["mimeType"]?.string,
            removed: node["removed"]?.isTruthy ?? false)
    }
}
