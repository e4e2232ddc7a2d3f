#if os(Linux)
    import CollabGuest
    import Foundation
    import WebSockets

    /// How fast the Linux client receives, beside Bun's on the same server in the same run.
    enum TransportBenchmark: Benchmark {
        static let name = "transport"
        static let about = "[RUNS]: receiving 512 KB and 1 KB messages over a loopback socket, beside Bun's WebSocket"

        static func run(_ arguments: [String]) async throws {
            let runs = arguments.first.flatMap { Int($0) } ?? 3
            let server = WebSocketServer(options: WebSocketServer.Options(), delegate: Fountain())
            let port = try await server.start()
            for (size, count) in [(512 << 10, 2_000), (1 << 10, 200_000)] {
                var own: [Double] = []
                for _ in 0..<runs { own.append(try await receive(size, count, from: port)) }
                line("Enclave", own.min() ?? 0, size, count)
                let baseline = try Program.output(
                    "bun", [Program.script("receive.mjs"), "ws://127.0.0.1:\(port)/\(size)/\(count)", String(runs)])
                guard let text = baseline.map({ String(decoding: $0, as: UTF8.self) }),
                    let best = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
                else {
                    print("  bun is not installed: no baseline")
                    continue
                }
                line("Bun", best, size, count)
            }
            await server.stop()
        }

        /// Milliseconds.
        private static func receive(_ size: Int, _ count: Int, from port: Int) async throws -> Double {
            let client = WebSocketClient()
            let clock = ContinuousClock()
            let connection = try await client.connect(
                host: "127.0.0.1", port: port, isSecure: false, path: "/\(size)/\(count)")
            let start = clock.now
            var messages = 0
            var bytes = 0
            while messages < count {
                for message in try await connection.receive() {
                    messages += 1
                    bytes += message.byteCount
                }
            }
            let time = (clock.now - start) / .milliseconds(1)
            await connection.close()
            guard bytes == size * count else { throw BenchmarkError(description: "received \(bytes) bytes") }
            return time
        }

        private static func line(_ label: String, _ milliseconds: Double, _ size: Int, _ count: Int) {
            let speed = Measure.format(Double(size * count) / 1e3 / milliseconds)
            let rate = Measure.format(Double(count) / milliseconds)
            print("\(size) B × \(count), \(label): \(speed) MB/s, \(rate) k messages/s")
        }
    }

    /// Sends as many messages of a size as the path says (`/SIZE/COUNT`), as fast as the socket takes them.
    private final class Fountain: WebSocketServerDelegate {
        /// What is left for one peer.
        private final class Supply {
            let message: WebSocketMessage
            var left: Int

            init(size: Int, count: Int) {
                message = .binary(MessageBuffer(copying: [UInt8](repeating: 0x42, count: size)))
                left = count
            }
        }

        func respond(to request: HTTPRequest) -> HTTPResponse { HTTPResponse(status: 404, text: "not found") }
        func decideUpgrade(_ request: HTTPRequest) -> UpgradeDecision { .accept }
        func peerSent(_ message: WebSocketMessage, peer: WebSocketPeer) {}
        func peerClosed(_ peer: WebSocketPeer, _ error: WebSocketError) {}
        func peerWasWrittenTo(_ peer: WebSocketPeer) { pour(into: peer) }

        func peerOpened(_ peer: WebSocketPeer, request: HTTPRequest) {
            let numbers = request.path.split(separator: "/").compactMap { Int($0) }
            guard numbers.count == 2 else { return peer.close(code: 1008, reason: "/SIZE/COUNT") }
            peer.userInfo = Supply(size: numbers[0], count: numbers[1])
            pour(into: peer)
        }

        private func pour(into peer: WebSocketPeer) {
            guard let supply = peer.userInfo as? Supply else { return }
            while supply.left > 0, peer.queuedBytes < 2 << 20 {
                supply.left -= 1
                peer.send(supply.message)
            }
        }
    }
#endif
