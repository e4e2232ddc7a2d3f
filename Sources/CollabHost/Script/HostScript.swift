import CollabWire
import Foundation

/// What a scripted host plays: a room, its past, its timeline and its reactions to prompts.
///
/// Scripts are JSON files; `Docs/HostScripts.md` describes every field. A script that has been read is known to be
/// playable: names that it uses exist, answers that it branches on are options, nothing is misspelt.
public struct HostScript: Sendable, Hashable {
    /// The room's title, as guests see it.
    public var title: String { room.title }
    /// The name of the person at the host.
    public var hostName: String { room.host }
    /// The script's name: its file name without the extension, or what the caller said.
    public let name: String

    var room: Room
    var agents: [AgentSeed]
    var pictures: [String: Picture]
    var history: [Step]
    var timeline: [Step]
    var reactions: [Reaction]

    /// The unchanging facts of a room.
    struct Room: Sendable, Hashable {
        var id: String
        var title: String
        var host: String
        var cwd: String
        var model: ModelSeed
        var thinkingLevel: String?
        var contextTokens: Int
        /// Above this many entries the host forgets the oldest; nil keeps all.
        var maxEntries: Int?
    }

    /// Reads a script from a file.
    /// - Throws: ``ScriptError`` with file, line and field, also when the file cannot be read.
    public init(contentsOf url: URL) throws(ScriptError) {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: url)
        } catch {
            throw ScriptError(
                source: url.lastPathComponent, line: 0, field: "",
                problem: Self.reason(error))
        }
        try self.init(
            bytes: Array(bytes), source: url.lastPathComponent, name: url.deletingPathExtension().lastPathComponent)
    }

    private static func reason(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile: "there is no such file"
        case .fileReadNoPermission: "it may not be read: check its permissions"
        default: "it could not be read: \(error.localizedDescription)"
        }
    }

    /// Reads a script from its text.
    /// - Parameters:
    ///   - json: The script.
    ///   - name: What the script is called in errors and elsewhere.
    /// - Throws: ``ScriptError`` with line and field.
    public init(json: String, name: String) throws(ScriptError) {
        try self.init(bytes: Array(json.utf8), source: name, name: name)
    }

    private init(bytes: [UInt8], source: String, name: String) throws(ScriptError) {
        let root = ScriptField(source: source, path: "", node: try ScriptNodeReader.read(bytes, source: source))
        let script = try root.object(
            "$comment", "version", "room", "agents", "images", "history", "timeline", "scenes", "onPrompt")
        _ = try script.required("version").integer(in: 1...1)

        var pictures: [String: Picture] = [:]
        for (key, field) in try script["images"]?.members() ?? [] { pictures[key] = try Picture(field) }
        let reader = StepReader(
            pictures: Set(pictures.keys),
            scenes: Dictionary(uniqueKeysWithValues: try script["scenes"]?.members().map { ($0.key, $0.field) } ?? []))

        self.name = name
        self.pictures = pictures
        room = try Room(try script.required("room"))
        agents = try Self.agents(script["agents"])
        history = try reader.steps(script["history"], in: .history)
        timeline = try reader.steps(script["timeline"], in: .idle)
        reactions = []
        for field in try script["onPrompt"]?.items() ?? [] {
            let reaction = try field.object("contains", "steps")
            reactions.append(
                Reaction(
                    contains: try reaction["contains"]?.strings() ?? [],
                    steps: try reader.steps(try reaction.required("steps"), in: .turn)))
        }
        try reader.requireEverySceneUsed()
    }

    private static func agents(_ field: ScriptField?) throws(ScriptError) -> [AgentSeed] {
        var agents: [AgentSeed] = []
        for item in try field?.items() ?? [] {
            let agent = try AgentSeed(item)
            if agents.contains(where: { $0.id == agent.id }) { throw item.error("the id \"\(agent.id)\" stands twice") }
            agents.append(agent)
        }
        return agents
    }
}

extension HostScript.Room {
    init(_ field: ScriptField) throws(ScriptError) {
        let room = try field.object(
            "id", "title", "host", "cwd", "model", "thinkingLevel", "contextTokens", "maxEntries")
        id = try room.required("id").nonEmptyString()
        title = try room.required("title").nonEmptyString()
        host = try room.required("host").nonEmptyString()
        cwd = try room.required("cwd").nonEmptyString()
        model = try ModelSeed(try room.required("model"))
        thinkingLevel = try room["thinkingLevel"]?.string()
        contextTokens = try room["contextTokens"]?.integer(in: 0...model.contextWindow) ?? 0
        maxEntries = try room["maxEntries"]?.integer(in: 50...1_000_000)
    }
}
