import CollabTesting
import Foundation

@testable import EnclaveBridge

/// APNs inside the process: answers what a test says, fails at random when asked to, remembers everything.
final class FakePushServer: HTTPExchange {
    private struct Storage {
        /// Probability of each kind of failure.
        var refusals = 0.0
        var losses = 0.0
        var isDown = false
    }

    let log = PushLog()
    private let storage = BridgeTestLock(Storage())
    private let random: SeededRandom
    private let answer: @Sendable (BridgeRequest) -> (Int, String)?

    /// - Parameter answer: status and body for a request; nil accepts it.
    init(seed: UInt64 = 1, answer: @escaping @Sendable (BridgeRequest) -> (Int, String)? = { _ in nil }) {
        random = SeededRandom(seed: seed)
        self.answer = answer
    }

    func configure(refusals: Double = 0, losses: Double = 0, isDown: Bool = false) {
        storage.withLock { $0 = Storage(refusals: refusals, losses: losses, isDown: isDown) }
    }

    func exchange(_ request: BridgeRequest) async throws(ExchangeError) -> BridgeResponse {
        let state = storage.withLock { $0 }
        if state.isDown { throw .unreachable("the server is down") }
        await Task.yield()
        if random.chance(state.refusals) {
            record(request, status: 503)
            return BridgeResponse(status: 503, headers: [:], body: Data("{\"reason\":\"ServiceUnavailable\"}".utf8))
        }
        if let (status, body) = answer(request) {
            record(request, status: status)
            return BridgeResponse(status: status, headers: [:], body: Data(body.utf8))
        }
        record(request, status: 200)
        // The push arrived, the answer did not.
        if random.chance(state.losses) { throw .lost("the connection broke") }
        return BridgeResponse(status: 200, headers: [:], body: Data())
    }

    private func record(_ request: BridgeRequest, status: Int) {
        func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }
        log.append(
            PushRecord(
                id: header("apns-id") ?? "", kind: header("apns-push-type") ?? "", topic: header("apns-topic") ?? "",
                priority: header("apns-priority") ?? "", collapseId: header("apns-collapse-id"),
                token: String(request.url.split(separator: "/").last ?? ""), status: status,
                provider: header("authorization") ?? "", connection: 1, violation: nil,
                body: String(decoding: request.body, as: UTF8.self)))
    }
}
