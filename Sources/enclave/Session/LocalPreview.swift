import CollabGuest
import CollabHost
import CollabWire
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
    /// Ends it; pages say so.
    var stop: @Sendable () async -> Void

    /// Options of the commands that have a preview.
    static let options: [CommandSpec.Option] = [
        .value("--port", "PORT", "port of the live preview on 127.0.0.1 (default: the system chooses)"),
        .flag("--no-preview", "no live preview"),
    ]

    /// What help says about it.
    static let manual = """
        The live preview is the app itself, its own screens, at the address that is printed: open it in a browser on this \
        machine. It keeps nothing, is reachable from this machine only, and joins as a guest of its own once a page is \
        open; all tabs show the same screens, up to 128 of them.
        """
}
