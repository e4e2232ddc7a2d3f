import Foundation
import WebSockets

/// `/healthz` and `/metrics`, on loopback.
final class StatusServer: WebSocketServerDelegate {
    private let metrics: BridgeMetrics
    private let health: @Sendable () -> Health
    private let server = BridgeLock<WebSocketServer?>(nil)

    /// How the bridge is.
    enum Health: Sendable, Hashable {
        /// At least one of its rooms is live, or it has none to follow.
        case ok
        /// The bridge works, but none of so many rooms is live: hosts or relay are away.
        case degraded(rooms: Int)
        /// The registry does not answer, or leases are not renewed.
        case failed
    }

    /// - Parameter health: asked for each look.
    init(metrics: BridgeMetrics, health: @escaping @Sendable () -> Health) {
        self.metrics = metrics
        self.health = health
    }

    /// Begins to listen.
    /// - Returns: the port.
    func start(_ listen: BridgeConfig.Listen) async throws(WebSocketError) -> Int {
        var options = WebSocketServer.Options()
        options.address = listen.address
        options.port = listen.port
        options.maximumMessageSize = 1 << 10
        let made = WebSocketServer(options: options, delegate: self)
        server.withLock { $0 = made }
        return try await made.start()
    }

    func stop() async { await server.withLock { $0 }?.stop(patience: .milliseconds(200)) }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        guard Self.isLocal(request.headers["host"]) else {
            return HTTPResponse(status: 403, text: "only under the name localhost, 127.0.0.1 or [::1]")
        }
        switch request.path {
        case "/healthz":
            // Starting a bridge anew brings no host back: what restarts on 503 must not when only the rooms are away.
            switch health() {
            case .ok: return HTTPResponse(status: 200, text: "ok")
            case .degraded(let rooms):
                return HTTPResponse(
                    status: 200, text: "degraded: \(rooms == 1 ? "the room is" : "all \(rooms) rooms are") away")
            case .failed: return HTTPResponse(status: 503, text: "the registry does not answer")
            }
        case "/metrics":
            return HTTPResponse(
                status: 200, contentType: "text/plain; version=0.0.4; charset=utf-8", body: Data(metrics.text().utf8))
        default: return HTTPResponse(status: 404, text: "/healthz or /metrics")
        }
    }

    /// Whether a request was meant for this machine. A page that a browser here has open may make its own name point here
    /// (DNS rebinding), but not call itself by one of these. Without a name it comes from no browser.
    static func isLocal(_ host: String?) -> Bool {
        guard let host = host?.lowercased() else { return true }
        return ["localhost", "127.0.0.1", "[::1]"].contains { name in
            guard host.hasPrefix(name) else { return false }
            let rest = host.dropFirst(name.count)
            return rest.isEmpty || rest.first == ":" && rest.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
    }

    func decideUpgrade(_ request: HTTPRequest) -> UpgradeDecision { .refuse(HTTPResponse(status: 404, text: "no")) }

    func peerOpened(_ peer: WebSocketPeer, request: HTTPRequest) { peer.close(code: 1008, reason: "") }

    func peerSent(_ message: WebSocketMessage, peer: WebSocketPeer) {}

    func peerWasWrittenTo(_ peer: WebSocketPeer) {}

    func peerClosed(_ peer: WebSocketPeer, _ error: WebSocketError) {}
}
