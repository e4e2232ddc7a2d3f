#if os(Linux)
    import CWebSockets
    import CollabGuest
    import Foundation
    import Testing
    import WebSockets

    /// A WebSocket server on loopback whose behaviour a test decides, event by event.
    final class WebSocketTestServer: WebSocketServerDelegate {
        /// What the test does when a message arrives; runs on the server's thread.
        typealias Reaction = @Sendable (WebSocketMessage, WebSocketPeer) -> Void

        private let onOpen: @Sendable (WebSocketPeer) -> Void
        private let onMessage: Reaction
        private let decide: @Sendable (HTTPRequest) -> UpgradeDecision
        private let (endings, endingsSource) = AsyncStream.makeStream(of: WebSocketError.self)
        private let peers = Peers()

        /// The open peers; touched on the server's thread only.
        private final class Peers: @unchecked Sendable { var all: [WebSocketPeer] = [] }

        init(
            onOpen: @escaping @Sendable (WebSocketPeer) -> Void = { _ in },
            decide: @escaping @Sendable (HTTPRequest) -> UpgradeDecision = { _ in .accept },
            onMessage: @escaping Reaction = { _, _ in }
        ) {
            self.onOpen = onOpen
            self.decide = decide
            self.onMessage = onMessage
        }

        /// Starts a server with this behaviour, hands its port to `body`, and stops it.
        func run(
            _ change: (inout WebSocketServer.Options) -> Void = { _ in },
            _ body: (Int, WebSocketServer) async throws -> Void
        ) async throws {
            var options = WebSocketServer.Options()
            change(&options)
            let server = WebSocketServer(options: options, delegate: self)
            let port = try await server.start()
            do {
                try await body(port, server)
            } catch {
                await server.stop()
                throw error
            }
            await server.stop()
        }

        /// How the next connection that ends, ended on the server's side.
        func nextEnding() async -> WebSocketError? {
            var iterator = endings.makeAsyncIterator()
            return await iterator.next()
        }

        /// Asks the open peers something, on the server's thread.
        func onPeers<Answer: Sendable>(
            of server: WebSocketServer, _ body: @escaping @Sendable ([WebSocketPeer]) -> Answer
        ) async -> Answer? {
            await withCheckedContinuation { continuation in
                let runs = server.perform { [peers] in continuation.resume(returning: body(peers.all)) }
                if !runs { continuation.resume(returning: nil) }
            }
        }

        func respond(to request: HTTPRequest) -> HTTPResponse {
            HTTPResponse(status: 200, text: "\(request.method) \(request.path)")
        }

        func decideUpgrade(_ request: HTTPRequest) -> UpgradeDecision { decide(request) }
        func peerOpened(_ peer: WebSocketPeer, request: HTTPRequest) {
            peers.all.append(peer)
            onOpen(peer)
        }
        func peerSent(_ message: WebSocketMessage, peer: WebSocketPeer) { onMessage(message, peer) }
        func peerWasWrittenTo(_ peer: WebSocketPeer) {}
        func peerClosed(_ peer: WebSocketPeer, _ error: WebSocketError) {
            peers.all.removeAll { $0 === peer }
            endingsSource.yield(error)
        }
    }

    extension Endpoint {
        /// A room of a server on this machine.
        static func loopback(
            _ port: Int, secure: Bool = false, host: String = "127.0.0.1", room: String = "TestRoom_0001",
            role: Role = .guest
        ) -> Endpoint {
            Endpoint(isSecure: secure, host: host, port: port, roomId: room, role: role)
        }
    }

    extension Transport {
        /// Messages until there are `count`, or the connection's end.
        func receive(_ count: Int) async throws -> [TransportMessage] {
            var messages: [TransportMessage] = []
            while messages.count < count { messages += try await receive() }
            return messages
        }

        /// The error this connection ends with, reading what still comes.
        func ending() async -> TransportError {
            while true {
                do throws(TransportError) {
                    _ = try await receive()
                } catch {
                    return error
                }
            }
        }
    }

    /// Accepts TCP connections and says nothing.
    final class SilentListener: Sendable {
        private let descriptor: Int32
        let port: Int

        init() throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let descriptor = descriptor
            let bound = withUnsafeMutablePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
                        && getsockname(descriptor, address, &length) == 0
                }
            }
            try #require(bound)
            port = Int(UInt16(bigEndian: address.sin_port))
        }

        deinit { close(descriptor) }

        /// Waits for a connection; it stays open until the listener is released. - Returns: its descriptor.
        @discardableResult
        func accepted() async -> Int32 {
            await withCheckedContinuation { continuation in
                let descriptor = descriptor
                Thread.detachNewThread { continuation.resume(returning: accept(descriptor, nil, nil)) }
            }
        }
    }

    /// The server's end of one WebSocket, byte by byte, for what no well-behaved server does.
    struct RawServerSocket: Sendable {
        let descriptor: Int32

        /// Accepts one connection and answers its upgrade.
        static func accept(_ listener: SilentListener) async throws -> RawServerSocket {
            let socket = RawServerSocket(descriptor: await listener.accepted())
            let request = String(
                decoding: try await socket.read { $0.suffix(4) == Array("\r\n\r\n".utf8) }, as: UTF8.self)
            let lines = request.split(separator: "\r\n")
            let keyLine = try #require(lines.first { $0.lowercased().hasPrefix("sec-websocket-key:") })
            let key = keyLine.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces)
            socket.write(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: \(acceptance(of: key))\r\n\r\n")
            return socket
        }

        func write(_ text: String) { write(Array(text.utf8)) }

        func write(_ bytes: [UInt8]) {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                // The client may have hung up on us already: that is for the reader to see.
                guard count > 0 else { return }
                sent += count
            }
        }

        /// Reads until `isEnough` or the end.
        func read(until isEnough: @escaping @Sendable ([UInt8]) -> Bool) async throws -> [UInt8] {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var all: [UInt8] = []
                    var byte: UInt8 = 0
                    while !isEnough(all), recv(descriptor, &byte, 1, 0) == 1 { all.append(byte) }
                    continuation.resume(returning: all)
                }
            }
        }

        /// One masked frame as clients send them: its first byte and its payload.
        func readFrame() async throws -> (head: UInt8, payload: [UInt8]) {
            let start = try await read { $0.count == 2 }
            try #require(start.count == 2 && start[1] & 0x7F < 126)
            let length = Int(start[1] & 0x7F)
            let rest = try await read { $0.count == 4 + length }
            try #require(rest.count == 4 + length)
            return (start[0], (0..<length).map { rest[4 + $0] ^ rest[$0 & 3] })
        }

        /// No more is sent from here; reading goes on.
        func closeHalf() { shutdown(descriptor, Int32(SHUT_WR)) }

        func hangUp() { close(descriptor) }

        private static func acceptance(of key: String) -> String {
            let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
            var digest = [UInt8](repeating: 0, count: 20)
            lws_SHA1(text, text.count, &digest)
            return Data(digest).base64EncodedString()
        }
    }

    /// A number that tasks may count up.
    final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0
        var value: Int { lock.withLock { count } }
        func add() { lock.withLock { count += 1 } }
    }
#endif
