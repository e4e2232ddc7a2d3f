import Foundation

extension GuestFrame {
    /// The frame's JSON (protocol §4).
    public func encode() -> JSONText {
        switch self {
        case .hello(let hello):
            var frame = JSONObjectWriter(type: "hello")
            frame.put("proto", hello.proto)
            frame.put("name", hello.name)
            frame.put("writeToken", hello.writeToken?.base64url)
            if let tail = hello.tail {
                var snapshot = JSONObjectWriter()
                snapshot.put("mode", "tail")
                snapshot.put("maxBytes", tail.maxBytes)
                frame.put("snapshot", snapshot.finish())
            }
            return frame.finish()
        case .prompt(let text, let images):
            var frame = JSONObjectWriter(type: "prompt")
            frame.put("text", text)
            if !images.isEmpty {
                frame.put(
                    "images",
                    images.map { image in
                        var block = JSONObjectWriter()
                        block.put("type", "image")
                        block.put("mimeType", image.mimeType)
                        block.put("data", image.data)
                        return block.finish()
                    })
            }
            return frame.finish()
        case .abort: return JSONObjectWriter(type: "abort").finish()
        case .uiResponse(let reqId, let value):
            var frame = JSONObjectWriter(type: "ui-response")
            frame.put("reqId", reqId)
            frame.put("value", value)
            return frame.finish()
        case .agentCommand(let command, let agentId):
            var frame = JSONObjectWriter(type: "agent-cmd")
            switch command {
            case .chat: frame.put("cmd", "chat")
            case .kill: frame.put("cmd", "kill")
            case .revive: frame.put("cmd", "revive")
            }
            frame.put("agentId", agentId)
            if case .chat(let text) = command { frame.put("text", text) }
            return frame.finish()
        case .fetchTranscript(let reqId, let agentId, let fromByte):
            var frame = JSONObjectWriter(type: "fetch-transcript")
            frame.put("reqId", reqId)
            frame.put("agentId", agentId)
            frame.put("fromByte", fromByte)
            return frame.finish()
        case .fetchHistory(let reqId, let before, let maxBytes):
            var frame = JSONObjectWriter(type: "fetch-history")
            frame.put("reqId", reqId)
            frame.put("before", before)
            frame.put("maxBytes", maxBytes)
            return frame.finish()
        case .fetchValue(let reqId, let entryId, let path, let hash, let offset):
            var frame = JSONObjectWriter(type: "fetch-value")
            frame.put("reqId", reqId)
            frame.put("entryId", entryId)
            frame.put("path", path.map(\.json))
            frame.put("hash", hash)
            frame.put("offset", offset)
            return frame.finish()
        }
    }

    /// Reads a guest's frame on the host's side.
    /// - Throws: ``FrameError``.
    public static func decode(_ plaintext: Plaintext) throws(FrameError) -> GuestFrame {
        let index: JSONIndex
        do throws(JSONError) {
            index = try JSONIndex(plaintext.storage)
        } catch {
            throw .notJSON(error)
        }
        return try index.withRoot(GuestFrame.init(node:))
    }

    /// Reads a guest's frame from JSON text; see ``decode(_:)-(Plaintext)``.
    /// - Throws: ``FrameError``.
    public static func decode(_ text: JSONText) throws(FrameError) -> GuestFrame {
        try text.withNode(GuestFrame.init(node:))
    }

    init(node: JSONNode) throws(FrameError) {
        guard let type = node["t"]?.string else { throw .unknownFrame(type: nil) }
        func need<Value>(_ field: StaticString, _ value: Value?) throws(FrameError) -> Value {
            guard let value else { throw .malformed(frame: type, field: field.description) }
            return value
        }
        switch type {
        case "hello":
            let snapshot = node["snapshot"]
            let isTail = snapshot?["mode"]?.isString("tail") ?? false
            let token = node["writeToken"]?.string.flatMap { Base64URL.decode($0) }.flatMap(WriteToken.init(bytes:))
            self = .hello(
                Hello(
                    proto: try need("proto", node["proto"]?.int), name: node["name"]?.string ?? "", writeToken: token,
                    tail: isTail ? TailRequest(maxBytes: snapshot?["maxBytes"]?.int) : nil))
        case "prompt":
            let images = node["images"]?.compactMap { image -> PromptImage? in
                guard let mimeType = image["mimeType"]?.string, let data = image["data"]?.string else { return nil }
                return PromptImage(mimeType: mimeType, data: data)
            }
            self = .prompt(text: try need("text", node["text"]?.string), images: images ?? [])
        case "abort": self = .abort
        case "ui-response":
            self = .uiResponse(
                reqId: try need("reqId", node["reqId"].flatMap(RequestID.init(node:))), value: node["value"]?.string)
        case "agent-cmd":
            let command: AgentCommand? =
                switch node["cmd"]?.string {
                case "chat": .chat(text: node["text"]?.string ?? "")
                case "kill": .kill
                case "revive": .revive
                default: nil
                }
            self = .agentCommand(
                try need("cmd", command), agentId: try need("agentId", node["agentId"]?.string))
        case "fetch-transcript":
            self = .fetchTranscript(
                reqId: try need("reqId", node["reqId"]?.int), agentId: try need("agentId", node["agentId"]?.string),
                fromByte: node["fromByte"]?.int ?? 0)
        case "fetch-history":
            self = .fetchHistory(
                reqId: try need("reqId", node["reqId"]?.int), before: try need("before", node["before"]?.string),
                maxBytes: node["maxBytes"]?.int)
        case "fetch-value":
            let path = node["path"].flatMap([PathStep].init(node:))
            self = .fetchValue(
                reqId: try need("reqId", node["reqId"]?.int), entryId: try need("entryId", node["entryId"]?.string),
                path: try need("path", path), hash: node["hash"]?.string ?? "", offset: node["offset"]?.int ?? 0)
        default: throw .unknownFrame(type: type)
        }
    }
}

extension PathStep {
    var json: JSONText {
        switch self {
        case .key(let key): JSONText(.string(key))
        case .index(let index): JSONText(.number(Double(index)))
        }
    }
}

extension [PathStep] {
    /// Nil when a step is neither a string nor a whole number from 0 on.
    init?(node: JSONNode) {
        guard node.isArray else { return nil }
        self = []
        var isReadable = true
        node.forEachElement { step in
            if let key = step.string {
                append(.key(key))
            } else if let index = step.double.flatMap(Int.init(exactly:)), index >= 0 {
                append(.index(index))
            } else {
                isReadable = false
            }
        }
        guard isReadable else { return nil }
    }
}
