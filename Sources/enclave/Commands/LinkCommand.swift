import CollabWire
import EnclaveModel

/// `enclave link`: what a link says, without joining.
enum LinkCommand: Command {
    static let spec = CommandSpec(
        name: "link", summary: "say what a link grants and where it leads, without joining",
        arguments: [.link],
        options: [
            .value(
                "--format", "FORM", choices: ["compact", "browser", "app"],
                "print the link itself in this form: compact, browser or app"),
            .flag("--view", "with --format or --qr: the view link, which watches and steers nothing"),
            .flag("--qr", "draw the link as a code for the camera"), .json, .colour,
        ],
        discussion: [
            """
            Prints relay, room and access; the secret only when --format or --qr asks for it. Handing out a control \
            link lets its holder steer your agent: --view makes it a view link.
            """,
            """
            The fingerprint is the same for everybody whose link holds the same room key, and in the app under Trust: \
            read it out to each other. It gives nothing of the key away.
            """,
            "--json prints {relay, roomId, access, fingerprint}, with link when --format is given.",
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        let console = context.console
        var link = try await LinkSource.locate(arguments, spec: spec, console: console).place.link(console)
        if arguments.has("--view") { link = link.view }
        let formatted = try arguments.value("--format").map { try format(link, as: $0) }
        if arguments.has("--json") {
            var line = JSONLine()
            line.add("relay", link.relay.origin)
            line.add("roomId", link.roomId)
            line.add("access", link.access.word)
            line.add("fingerprint", try fingerprint(of: link).description)
            line.add("link", formatted)
            console.print(line.text)
        } else if let formatted, !arguments.has("--qr") {
            console.print(formatted)
        } else if !arguments.has("--qr") {
            console.print("relay        \(link.relay.origin)")
            console.print("room         \(link.roomId)")
            console.print("access       \(link.access.words)")
            console.print("fingerprint  \(try fingerprint(of: link))")
        }
        if arguments.has("--qr") {
            let colour = console.hasColour(arguments.value("--color"))
            guard let lines = QRCode.lines(formatted ?? link.formatted, colour: colour) else {
                throw CommandFailure(.failure, "the code could not be drawn")
            }
            for line in lines { console.print(line) }
        }
        return .ok
    }

    private static func fingerprint(of link: RoomLink) throws(CommandFailure) -> RoomFingerprint {
        do throws(SealError) {
            return try RoomFingerprint(link.secret)
        } catch {
            throw CommandFailure(.failure, "the fingerprint could not be computed")
        }
    }

    private static func format(_ link: RoomLink, as form: String) throws(CommandFailure) -> String {
        do throws(LinkError) {
            switch form {
            case "browser": return try link.browserLink()
            case "app": return "enclave://join/#\(link.formatted)"
            default: return link.formatted
            }
        } catch {
            throw CommandFailure(.badLink, error.description)
        }
    }
}

extension Access {
    /// One word.
    var word: String { self == .control ? "control" : "view" }
    /// What it means.
    var words: String { self == .control ? "control: watch and steer" : "view: watch only" }
}
