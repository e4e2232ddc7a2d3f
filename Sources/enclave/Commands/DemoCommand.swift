import CollabGuest
import CollabHost
import CollabWire

/// `enclave demo`: a whole live session on this machine.
enum DemoCommand: Command {
    static let spec = CommandSpec(
        name: "demo", summary: "host three live demo rooms on this machine and follow one of them",
        options: [
            .value(
                "--room", "ROOM", choices: DemoRoom.allCases.map(\.rawValue),
                "which room to follow: \(DemoRoom.allCases.map(\.rawValue).joined(separator: ", ")) (default: the first)"
            ),
            .value("--relay-port", "PORT", "port of the relay on 127.0.0.1 (default: the system chooses)"),
            .flag("--no-follow", "host the rooms and print their links, follow none"), .json,
            .value("--past", "ROWS", "how many rows of the past to print first, or all (default: 20)"), .colour, .name,
        ] + LocalPreview.options,
        discussion: [
            """
            Opens a relay on loopback and three scripted rooms on it, over the real protocol: a running turn, one that \
            asks and waits, one with pictures. Prints the control and the view link of each; other commands take them. \
            On a terminal you can steer the room you follow.
            """,
            LocalPreview.manual, FollowInput.manual,
            "--json prints room {name, title, control, view} for each room and preview {url} first, then what watch "
                + "--json prints.",
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let port = try arguments.number("--relay-port", in: 0...65_535, spec: spec) ?? 0
        let previewPort = try arguments.number("--port", in: 0...65_535, spec: spec) ?? 0
        let demo = arguments.value("--room").flatMap(DemoRoom.init(rawValue:)) ?? .enclaveApp
        let follow = try Follow(arguments, spec: spec, context: context)
        let relay = try await LocalRelay.open(port: port)
        do {
            let box = try DemoBox(relay: relay.address, connector: context.connector)
            await box.start()
            let preview =
                arguments.has("--no-preview")
                ? nil
                : try await LocalPreview.open(
                    .demo(box), port: previewPort, name: follow.name, context: context)
            show(
                box, followed: arguments.has("--no-follow") ? nil : demo, relay, preview, arguments, context.console)
            preview?.openIfWanted(arguments, context.console)
            let code = await outcome {
                guard !arguments.has("--no-follow"), let room = box.room(demo) else {
                    await Interruption.wait()
                    return .ok
                }
                return try await follow.run(room.link, takesInput: true)
            }
            await preview?.stop()
            await box.stop()
            await relay.stop()
            return try code.get()
        } catch {
            await relay.stop()
            throw error
        }
    }

    /// What following came to, so that everything is closed in either case.
    private static func outcome(
        _ work: () async throws -> ExitCode
    ) async -> Result<ExitCode, any Error> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }

    private static func show(
        _ box: DemoBox, followed: DemoRoom?, _ relay: LocalRelay, _ preview: LocalPreview?, _ arguments: Arguments,
        _ console: Console
    ) {
        if arguments.has("--json") {
            for room in box.rooms {
                var line = JSONLine("room")
                line.add("name", room.demo.rawValue)
                line.add("title", room.title)
                line.add("control", room.link.formatted)
                line.add("view", room.link.view.formatted)
                console.print(line.text)
            }
            if let preview {
                var line = JSONLine("preview")
                line.add("url", preview.address.absoluteString)
                console.print(line.text)
            }
            return
        }
        if let preview { console.print("app    \(preview.address.absoluteString)") }
        console.print("relay  \(relay.address.origin)")
        for room in box.rooms {
            console.print("\n\(room.title)\(room.demo == followed ? "  (followed here)" : "")")
            console.print("  control  \(room.link.formatted)")
            console.print("  view     \(room.link.view.formatted)")
        }
        guard console.isTerminal, let followed, let link = box.room(followed)?.link,
            let code = QRCode.lines(link.formatted, colour: console.hasColour(arguments.value("--color")))
        else { return }
        console.print("")
        for line in code { console.print(line) }
    }
}
