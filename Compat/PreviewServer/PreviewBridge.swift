import Crypto
import Foundation
import WebSockets

/// Between the server's thread and the main actor: requests are answered here, events go into one stream in order.
///
/// Sendable although it has unprotected state: `peers` is touched on the server's thread only, `port` under its lock.
final class PreviewBridge: WebSocketServerDelegate, @unchecked Sendable {
    enum Event: Sendable {
        /// A tab, with what its browser wishes for.
        case joined(UInt64, wishes: String = "")
        case message(UInt64, String)
        case left(UInt64)
    }

    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let token: [UInt8]
    private let page: Data
    private let policy: String
    private var peers: [UInt64: WebSocketPeer] = [:]
    private let lock = NSLock()
    private var port = 0
    /// More tabs than anybody opens; a page is told when it is one too many.
    static let maximumPeers = 128
    private static let tooMany: UInt16 = 4029

    /// - Parameter nonce: names the page's one script: no other may run, whatever a transcript contains.
    init(token: String, nonce: String, page: String) {
        self.token = Array(token.utf8)
        policy =
            "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'unsafe-inline'; img-src data:; "
            + "font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        self.page = Data(page.utf8)
        // Bounded: a page that floods loses its oldest events, not this process its memory.
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096))
    }

    func setPort(_ new: Int) { lock.withLock { port = new } }

    /// Whether a request names this server as its host, so that a rebound name of another site finds nothing here.
    private func isForUs(_ request: HTTPRequest) -> Bool {
        let port = lock.withLock { self.port }
        return ["127.0.0.1:\(port)", "localhost:\(port)"].contains(request.headers["host"] ?? "")
    }

    private func hasToken(_ request: HTTPRequest) -> Bool {
        constantTimeEqual(Array((request.queryValue("token") ?? "").utf8), token)
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        guard request.path == "/" else { return HTTPResponse(status: 404, text: "not found") }
        guard isForUs(request), hasToken(request) else {
            return HTTPResponse(status: 403, text: "open the address that was printed, with its token")
        }
        return HTTPResponse(
            status: 200, contentType: "text/html; charset=utf-8",
            headers: [
                ("cache-control", "no-store"), ("referrer-policy", "no-referrer"), ("x-frame-options", "DENY"),
                ("content-security-policy", policy),
            ], body: page)
    }

    func decideUpgrade(_ request: HTTPRequest) -> UpgradeDecision {
        let port = lock.withLock { self.port }
        let origins = ["http://127.0.0.1:\(port)", "http://localhost:\(port)"]
        guard request.path == "/live", isForUs(request), hasToken(request),
            origins.contains(request.headers["origin"] ?? "")
        else { return .refuse(HTTPResponse(status: 403, text: "not from this page")) }
        return .accept
    }

    func peerOpened(_ peer: WebSocketPeer, request: HTTPRequest) {
        guard peers.count < PreviewBridge.maximumPeers else {
            peer.close(code: PreviewBridge.tooMany, reason: "too many tabs", discardingQueue: false)
            return
        }
        peers[peer.id] = peer
        continuation.yield(.joined(peer.id, wishes: request.queryValue("wishes") ?? ""))
    }

    func peerSent(_ message: WebSocketMessage, peer: WebSocketPeer) {
        if peers[peer.id] != nil, case .text(let text) = message { continuation.yield(.message(peer.id, text)) }
    }

    func peerWasWrittenTo(_ peer: WebSocketPeer) {}

    func peerClosed(_ peer: WebSocketPeer, _ error: WebSocketError) {
        if peers.removeValue(forKey: peer.id) != nil { continuation.yield(.left(peer.id)) }
    }

    /// Sends to one tab, or to all but one.
    func send(_ text: String, to receiver: UInt64?, except: UInt64?, on server: WebSocketServer) {
        server.perform { [self] in
            for (id, peer) in peers where (receiver == nil || receiver == id) && id != except {
                // A tab that does not read is closed; it comes back with the whole page.
                if peer.queuedBytes > 32 << 20 {
                    peer.close(code: 1013, reason: "too slow", discardingQueue: true)
                } else {
                    peer.send(.text(text))
                }
            }
        }
    }
}
