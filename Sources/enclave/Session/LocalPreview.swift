import CollabGuest
import CollabHost
import CollabWire
import EnclaveModel
import Foundation

/// The app's own screens in a browser on this machine, for `demo` and `join`.
struct LocalPreview: Sendable {
    /// What the screens show.
    enum Content: Sendable {
        /// The demo rooms, in the list.
        case demo(DemoBox)
        /// One room, joined at launch.
        case room(RoomLink)
    }

    /// What to open in a browser; it holds the token without which nothing is served.
    var address: URL
    /// A private folder of its own; it goes with the preview.
    var folder: URL
    /// Ends it; pages say so.
    var stop: @Sendable () async -> Void

    /// Options of the commands that have a preview.
    static let options: [CommandSpec.Option] = [
        .value("--port", "PORT", "port of the live preview on 127.0.0.1 (default: the system chooses)"),
        .flag("--open", "open the live preview in this desktop's browser"), .flag("--no-preview", "no live preview"),
    ]

    /// What help says about it.
    static let manual = """
        The live preview is the app itself, its own screens, at the address that is printed: open it in a browser on this \
        machine. It keeps nothing, is reachable from this machine only, and joins as a guest of its own once a page is \
        open; all tabs show the same screens, up to 128 of them.
        """

    /// Opens the address when `--open` was given; that it can't be is no reason to stop.
    func openIfWanted(_ arguments: Arguments, _ console: Console) {
        guard arguments.has("--open") else { return }
        do throws(CommandFailure) { try openInBrowser(console.environment) } catch {
            console.say("enclave: \(error.message)")
        }
    }

    /// Opens the address in the browser of the desktop, by way of a private file that leads there: the address holds a
    /// token, and arguments are visible to every user of this machine.
    /// - Throws: ``CommandFailure`` where there is no desktop, or it does not open anything.
    func openInBrowser(_ environment: [String: String]) throws(CommandFailure) {
        let hint = "open the address in a browser yourself"
        guard let opener = Self.opener(environment) else {
            throw CommandFailure(.failure, "there is no desktop here to open a page on: \(hint)")
        }
        let page = """
            <!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Enclave</title>
            <meta http-equiv="refresh" content="0; url=\(address.absoluteString)">
            """
        let process = Process()
        do {
            try PrivateFiles(folder: folder, protection: .complete).write(Data(page.utf8), to: Self.pageName)
            process.executableURL = opener
            process.arguments = [folder.appending(path: Self.pageName).path]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
        } catch {
            throw CommandFailure(.failure, "the desktop could not be asked to open a page: \(hint)")
        }
    }

    private static let pageName = "open.html"

    /// The desktop's command for opening things; nil where there is no desktop.
    private static func opener(_ environment: [String: String]) -> URL? {
        guard environment["WAYLAND_DISPLAY"] != nil || environment["DISPLAY"] != nil else { return nil }
        return (environment["PATH"] ?? "").split(separator: ":").map { URL(filePath: "\($0)/xdg-open") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
