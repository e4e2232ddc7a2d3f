import CollabGuest
import CollabHost
import CollabWire
import Foundation

/// `enclave host`: play a script as a session.
enum HostCommand: Command {
    static let spec = CommandSpec(
        name: "host", summary: "host a scripted session, for trying clients",
        arguments: [.init(name: "SCRIPT", help: "a script (JSON; Docs/HostScripts.md), or the name of a demo room")],
        options: [
            .value("--relay", "URL", "relay to host on (default: one of its own on loopback)"),
            .value("--port", "PORT", "port of its own relay (default: the system chooses)"), .json,
        ],
        discussion: [
            "Prints the control and the view link, then what happens to the connection on standard error, until Ctrl-C.",
            "--json prints one object {title, control, view}.",
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let console = context.console
        guard let name = arguments.positionals.first else { throw UsageError("which script?", spec: spec) }
        let port = try arguments.number("--port", in: 0...65_535, spec: spec) ?? 0
        let script = try script(named: name)
        var relay: LocalRelay?
        let address: RelayAddress
        if let text = arguments.value("--relay") {
            do throws(LinkError) { address = try RelayAddress(parsing: text) } catch {
                throw CommandFailure(.usage, error.description)
            }
        } else {
            let own = try await LocalRelay.open(port: port)
            relay = own
            address = own.address
        }
        let link = RoomLink(
            relay: address, roomId: "host-\(UUID().uuidString.lowercased())", secret: try RoomSecret.random())
        let announcement = announcement(script.title, link, asJSON: arguments.has("--json"))
        let host = ScriptedHost(script: script, link: link, connector: context.connector) { event in
            // A link is good once the room is open, not before.
            if event == .open { console.print(announcement) }
            // Its end is told by the command itself, if it is not the one that was asked for.
            if case .ended = event { return }
            console.complain(event.description)
        }
        // In a task of its own: Ctrl-C asks the host to say goodbye, it does not cut its connection.
        let running = Task { await host.run() }
        let end = await withTaskCancellationHandler {
            await running.value
        } onCancel: {
            Task { await host.stop() }
        }
        await relay?.stop()
        guard end == .stopped else { throw CommandFailure(.notJoined, end.description) }
        return .ok
    }

    private static func announcement(_ title: String, _ link: RoomLink, asJSON: Bool) -> String {
        guard asJSON else {
            return "\(title)\n  control  \(link.formatted)\n  view     \(link.view.formatted)"
        }
        var line = JSONLine()
        line.add("title", title)
        line.add("control", link.formatted)
        line.add("view", link.view.formatted)
        return line.text
    }

    private static func script(named name: String) throws(CommandFailure) -> HostScript {
        do throws(ScriptError) {
            if let demo = DemoRoom(rawValue: name) { return try demo.script() }
            return try HostScript(contentsOf: URL(filePath: name))
        } catch {
            let hint = Arguments.hint(name, DemoRoom.allCases.map(\.rawValue))
            throw CommandFailure(.failure, error.description + hint)
        }
    }
}
