import EnclaveContracts
import Foundation
import WebSockets

/// Takes renewals of paired devices over a WebSocket: rotated push tokens and the tokens of new Live Activities, which
/// exist for hours only and could not be typed in (Docs/Push.md, "Renewals").
///
/// Whoever reaches it can do nothing without a paired device's renewal key. One text message is one renewal; the answer
/// is `ok` or `refused`, whatever was wrong with it. A bridge that cannot judge at the moment hangs up without an answer:
/// the app takes a refusal as final, and tries again after anything else.
final class RenewalServer: WebSocketServerDelegate {
    /// What becomes of a renewal.
    enum Verdict: Sendable { case taken, refused, unavailable }

    /// The path of the WebSocket.
    static let path = BridgeAddress.endpoint

    private let renew: @Sendable (PairingRenewal) async -> Verdict
    private let server = BridgeLock<WebSocketServer?>(nil)

    /// - Parameter renew: takes a renewal in.
    init(renew: @escaping @Sendable (PairingRenewal) async -> Verdict) { self.renew = renew }

    /// Begins to listen.
    /// - Returns: the port.
    func start(_ listen: BridgeConfig.Listen) async throws(WebSocketError) -> Int {
        var options = WebSocketServer.Options()
        options.address = listen.address
        options.port = listen.port
        options.maximumMessageSize = 2 * PairingCode.maximumLength + 1_024
        let made = WebSocketServer(options: options, delegate: self)
        server.withLock { $0 = made }
        return try await made.start()
    }

    func stop() async { await server.withLock { $0 }?.stop(patience: .milliseconds(200)) }

    func respond(to request: HTTPRequest) -> HTTPResponse { HTTPResponse(status: 404, text: "not here") }

    func decideUpgrade(_ request: HTTPRequest) -> UpgradeDecision {
        request.path == Self.path ? .accept : .refuse(HTTPResponse(status: 404, text: "not here"))
    }

    func peerOpened(_ peer: WebSocketPeer, request: HTTPRequest) {}

    func peerSent(_ message: WebSocketMessage, peer: WebSocketPeer) {
        guard case .text(let text) = message else { return peer.close(code: 1003, reason: "text only") }
        let renewal: PairingRenewal
        do {
            renewal = try JSONDecoder().decode(PairingRenewal.self, from: Data(text.utf8))
        } catch {
            peer.send(.text("refused"))
            return
        }
        // One at a time per connection: what comes meanwhile waits in the socket.
        peer.setPaused(true)
        let server = server.withLock { $0 }
        Task { [renew] in
            let verdict = await renew(renewal)
            server?.perform {
                switch verdict {
                case .taken: peer.send(.text("ok"))
                case .refused: peer.send(.text("refused"))
                case .unavailable: peer.close(code: 1_013, reason: "try again later")
                }
                peer.setPaused(false)
            }
        }
    }

    func peerWasWrittenTo(_ peer: WebSocketPeer) {}

    func peerClosed(_ peer: WebSocketPeer, _ error: WebSocketError) {}
}
