import CollabWire
import Foundation

extension HandHost {
    /// A subagent as the roster has it.
    nonisolated struct Agent {
        var id: String
        var name: String
        var parent = "main"
        var status = "running"
        var hasFile = true
        /// How long ago it did something, seconds.
        var age = 20

        var json: String {
            let last = 1_778_578_860_000 - age * 1_000
            return
                #"{"id":"\#(id)","displayName":"\#(name)","kind":"sub","parentId":"\#(parent)","status":"\#(status)","#
                + #""hasSessionFile":\#(hasFile),"createdAt":1778574600000,"lastActivity":\#(last)}"#
        }
    }

    /// The roster: the main agent and these.
    static func roster(_ agents: [Agent], main: String = "running") -> String {
        let first = #"{"id":"main","displayName":"Main","kind":"main","status":"\#(main)"}"#
        return #"{"t":"agents","agents":[\#(([first] + agents.map(\.json)).joined(separator: ","))]}"#
    }

    /// What a subagent reports.
    static func progress(
        _ id: String, status: String = "running", task: String, intent: String? = nil, tool: String? = nil,
        args: String? = nil, output: [String] = [], tools: Int = 12, tokens: Int = 48_200
    ) -> String {
        func field(_ name: String, _ value: String?) -> String { value.map { #","\#(name)":"\#($0)""# } ?? "" }
        let lines = output.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"t":"bus","channel":"task:subagent:progress","data":{"index":0,"agent":"task","task":"\#(task)","#
            + #""progress":{"id":"\#(id)","agent":"task","status":"\#(status)","task":"\#(task)""#
            + field("lastIntent", intent) + field("currentTool", tool) + field("currentToolArgs", args)
            + #","recentTools":[],"recentOutput":[\#(lines)],"toolCount":\#(tools),"requests":9,"tokens":\#(tokens),"#
            + #""contextTokens":31000,"contextWindow":64000,"cost":0.21,"durationMs":184000}}}"#
    }

    /// What the guest has asked of an agent's transcript. It asks for nobody's as well, to know when all questions are in.
    func asked(transcriptOf agent: String) throws -> [JSONText] {
        try sent("fetch-transcript").filter { $0["agentId"]?.stringValue == agent }
    }

    /// The reply to what the guest last asked of a subagent's transcript.
    /// - Parameters:
    ///   - agent: whose it is.
    ///   - lines: what is read.
    ///   - before: what was read before.
    func reply(
        transcriptOf agent: String, _ lines: [String], after before: [String] = [], error: String? = nil
    ) throws {
        guard let asked = try asked(transcriptOf: agent).last, let id = asked["reqId"]?.string else {
            throw FixtureError("nobody asked for a transcript")
        }
        let text = String(decoding: try JSONEncoder().encode(lines.map { $0 + "\n" }.joined()), as: UTF8.self)
        let size = (before + lines).map { $0.utf8.count + 1 }.reduce(0, +)
        let failure = error.map { #","error":"\#($0)""# } ?? ""
        try deliver(#"{"t":"transcript","reqId":\#(id),"text":\#(text),"newSize":\#(size)\#(failure)}"#)
    }
}
