import Foundation
import WebSockets

/// `/healthz` and `/metrics`, on loopback.
final class StatusServer: WebSocketServerDelegate {
    private let metrics: BridgeMetrics
    private let isHealthy: @Sendable () -> Bool
    private let server = BridgeLock<WebSocketServer?>(nil)

    /// - Parameter isHealthy: whether the registry answers and leases are renewed.
    init(metrics: BridgeMetrics, isHealthy: @escaping @Sendable () -> Bool) {
        self.metrics = metrics
        self.isHealthy = isHealthy
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
        switch request.path {
        case "/healthz":
            let isHealthy = isHealthy()
            return HTTPResponse(status: isHealthy ? 200 : 503, text: isHealthy ? "ok" : "the registry does not answer")
        case "/metrics":
            return HTTPResponse(
                status: 200, contentType: "text/plain; version=0.0.4; charset=utf-8", body: Data(metrics.text().utf8))
        default: return HTTPResponse(status: 404, text: "/healthz or /metrics")
        }
    }

    func decideUpgrade(_ request: HTTPRequest) -> UpgradeDecision { .refuse(HTTPResponse(status: 404, text: "no")) }

    func peerOpened(_ peer: WebSocketPeer, request: HTTPRequest) { peer.close(code: 1008, reason: "") }

    func peerSent(_ message: WebSocketMessage, peer: WebSocketPeer) {}

    func peerWasWrittenTo(_ peer: WebSocketPeer) {}

    func peerClosed(_ peer: WebSocketPeer, _ error: WebSocketError) {}
}
