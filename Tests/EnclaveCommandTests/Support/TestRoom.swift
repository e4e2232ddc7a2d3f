import CollabGuest
import CollabHost
import CollabWire
import Foundation

@testable import enclave

/// A scripted room for commands to visit.
final class TestRoom: Sendable {
    let link: RoomLink
    let connector: any TransportConnector
    private let host: ScriptedHost
    private let run: Task<HostEnd, Never>

    private static let script = """
        {
          "version": 1,
          "room": {
            "id": "harbour", "title": "Harbour survey", "host": "rita", "cwd": "/srv/harbour",
            "model": {"id": "sail-1", "name": "Sail 1", "provider": "acme", "contextWindow": 64000}
          },
          "agents": [
            {"id": "main", "displayName": "Main", "kind": "main", "status": "idle"},
            {"id": "Tide", "displayName": "Tide reader", "status": "idle",
             "transcript": [{"user": "Read the tide."}, {"assistant": "High water at noon."}]},
            {"id": "Gull", "displayName": "Gull", "status": "parked"}
          ],
          "history": [
            {"user": {"text": "Count the buoys, please."}},
            {"assistant": {"text": "There are **twelve**."}}
          ],
          "timeline": [],
          "onPrompt": [
            {"contains": ["slowly"], "steps": [{"assistant": {"text": "One buoy, two buoys, three buoys, and so on until the light goes.", "rate": 2}}]},
            {"contains": ["choose"], "steps": [
              {"ask": {"kind": "select", "title": "Which pier?", "options": ["North pier", {"label": "South pier", "description": "the long one"}]}},
              {"assistant": {"text": "You chose {{answer}}."}}
            ]},
            {"contains": ["disguise"], "steps": [
              {"ask": {"kind": "select", "title": "Run \\u202Etxt.lla\\u0007 on \\u0430pp.txt?", "options": ["Yes", "No"]}}
            ]},
            {"steps": [{"assistant": {"text": "Aye, {{prompt.from}}: {{prompt}}", "rate": 5000}}]}
          ]
        }
        """

    /// Opens the room, on a relay in memory unless another is given.
    init(relay: RelayAddress? = nil, connector: (any TransportConnector)? = nil) async throws {
        let address = relay ?? RelayAddress(isSecure: false, host: "localhost", port: 7)
        self.connector = connector ?? MemoryRelay().connector
        link = RoomLink(
            relay: address, roomId: "test-\(UUID().uuidString.lowercased())", secret: try RoomSecret.random())
        let host = ScriptedHost(
            script: try HostScript(json: Self.script, name: "test"), link: link, connector: self.connector)
        self.host = host
        run = Task { await host.run() }
        await host.firstAttempt()
    }

    /// The host leaves, with a word.
    func close(_ reason: String = "That's it for today.") async {
        await host.stop(reason: reason)
        _ = await run.value
    }

    /// Runs a command with the room's link in its environment.
    func command(_ words: String..., isView: Bool = false, input: [String] = []) async -> (ExitCode, TestConsole) {
        let test = console(isView: isView, input: input)
        return (await EnclaveCommand.run(words, context(test)), test)
    }

    /// Starts a command that runs until it is cancelled or the room ends.
    func begin(_ words: String..., isView: Bool = false, input: [String] = []) -> (Task<ExitCode, Never>, TestConsole) {
        let test = console(isView: isView, input: input)
        let context = context(test)
        return (Task { await EnclaveCommand.run(words, context) }, test)
    }

    private func console(isView: Bool, input: [String]) -> TestConsole {
        let link = isView ? link.view : link
        return TestConsole(input: input, environment: ["ENCLAVE_COLLAB_LINK": link.formatted, "USER": "ada"])
    }

    private func context(_ test: TestConsole) -> EnclaveCommand.Context {
        EnclaveCommand.Context(console: test.console, connector: connector)
    }
}
