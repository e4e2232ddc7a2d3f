import CollabReplica
import CollabWire
import Testing

@Suite("What a session is called")
struct SessionNameTests {
    private func name(_ given: String?, file: String?) throws -> String? {
        let raw = try JSONText(validating: "{}")
        let state = SessionState(
            isStreaming: false, isAborting: false, queuedMessageCount: 0, sessionName: given, cwd: nil, model: nil,
            thinkingLevel: nil, contextUsage: nil, participants: [], raw: raw)
        return ReplicaState.sessionName(
            state, SessionHeader(id: "s", title: file, cwd: nil, timestamp: nil, raw: raw))
    }

    @Test(
        "The given name comes before the file's title; a blank one is none; neither brings what a reader must not get")
    func rule() throws {
        #expect(try name("harbour survey", file: "old") == "harbour survey")
        #expect(try name(nil, file: "old") == "old")
        #expect(try name(" \n", file: "old") == "old")
        #expect(try name("\u{202E}\u{7}", file: "old") == "old")
        #expect(try name("har\u{202E}bour\u{1B}", file: nil) == "harbour")
        #expect(try name("", file: nil) == nil)
        #expect(ReplicaState().sessionName == nil)
    }
}
