import Foundation
@_spi(Preview) import SwiftUI
import ViewTree
import WebSockets

/// Serves a view hierarchy live to browsers on this machine.
///
/// One hierarchy, any number of tabs: each shows the same state, as two screens of one device would. The page is served
/// on the loopback address only, under a random token; WebSockets are accepted from the page's own origin only.
@MainActor public final class PreviewServer {
    /// What to serve, and how.
    public struct Options: Sendable {
        /// 0 lets the system choose.
        public var port = 0
        /// "iPhone", "iPad" or "iPad landscape".
        public var device = "iPhone"
        /// The scheme at the start; nil is the browser's.
        public var scheme: ColorScheme?
        /// The language and region.
        public var locale = Locale(identifier: "en_US")
        /// `@font-face` rules for fonts that the app brings.
        public var fontFaces = ""
        /// The page's title.
        public var title = "Enclave"
        /// An iPhone as bright as the browser wishes, on any port.
        public init() {}
    }

    private let session: PreviewSession
    private let bridge: PreviewBridge
    private let server: WebSocketServer
    private let token: String
    private var reader: Task<Void, Never>?

    /// Prepares to serve a view; nothing is opened yet, and the view is first evaluated when a page looks at it.
    public init<Content: View>(_ view: Content, options: Options = Options()) {
        // Drawn from the system's generator; 128 bits are not guessed.
        func random() -> String { (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined() }
        let token = random()
        let nonce = random()
        let bridge = PreviewBridge(
            token: token, nonce: nonce, page: PreviewPage.document(options, nonce: nonce))
        var serverOptions = WebSocketServer.Options()
        serverOptions.port = options.port
        serverOptions.maximumMessageSize = 4 << 20
        let server = WebSocketServer(options: serverOptions, delegate: bridge)
        self.token = token
        self.bridge = bridge
        self.server = server
        session = PreviewSession(view, options: options) { text, receiver, except in
            bridge.send(text, to: receiver, except: except, on: server)
        }
    }

    /// Prepares to serve the first window of an app.
    public convenience init<Application: App>(app: Application, options: Options = Options()) {
        self.init(AppRunner.root(of: app), options: options)
    }

    /// Begins to serve.
    /// - Returns: the address to open in a browser; it contains the token.
    /// - Throws: `WebSocketError` when the port is taken.
    public func start() async throws -> URL {
        let port = try await server.start()
        bridge.setPort(port)
        session.begin()
        let events = bridge.events
        reader = Task { @MainActor [weak self] in
            for await event in events { self?.session.handle(event) }
        }
        guard let url = URL(string: "http://127.0.0.1:\(port)/?token=\(token)") else {
            throw WebSocketError.unavailable("The address of port \(port) cannot be written.")
        }
        return url
    }

    /// Ends; browsers see that the connection is gone.
    public func stop() async {
        reader?.cancel()
        await server.stop()
        session.end()
    }

    /// Delivers a deep link to the app.
    public func open(_ url: URL) { session.open(url) }
}
