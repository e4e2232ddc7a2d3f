#if os(Linux)
    import CollabGuest
    import CollabHost
    import Foundation
    import Testing

    let testRoom = "ProbeRoom_0001"

    func endpoint(_ port: Int, _ role: Endpoint.Role, room: String = testRoom) -> Endpoint {
        Endpoint(isSecure: false, host: "127.0.0.1", port: port, roomId: room, role: role)
    }

    /// An envelope (protocol §3).
    func envelope(_ peer: UInt32, _ payload: [UInt8]) -> Data {
        withUnsafeBytes(of: peer.bigEndian) { Data($0) } + payload
    }

    /// Runs a relay on loopback for `body`.
    func withRelay(
        _ change: (inout RelayServer.Options) -> Void = { _ in }, _ body: (Int, RelayServer) async throws -> Void
    ) async throws {
        var options = RelayServer.Options()
        change(&options)
        let relay = RelayServer(options: options)
        let port = try await relay.start()
        do {
            try await body(port, relay)
        } catch {
            await relay.stop()
            throw error
        }
        await relay.stop()
    }

    /// Runs a relay with a host and guests, who have arrived.
    func withRoom(guests count: Int, _ body: (any Transport, [any Transport]) async throws -> Void) async throws {
        let connector = WebSocketConnector()
        try await withRelay { port, _ in
            let host = try await connector.connect(to: endpoint(port, .host))
            var guests: [any Transport] = []
            for _ in 0..<count { guests.append(try await connector.connect(to: endpoint(port, .guest))) }
            _ = try await host.receive(count)
            try await body(host, guests)
            for transport in guests + [host] { await transport.close(code: 1000, reason: "") }
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

    extension TransportError {
        /// Of the close frame; nil for other errors.
        var code: UInt16? {
            if case .closed(let code, _) = self { return code }
            return nil
        }
    }

    /// Lines from another thread.
    final class Lines: @unchecked Sendable {
        private let lock = NSLock()
        private var lines: [String] = []
        var all: [String] { lock.withLock { lines } }
        func add(_ line: String) { lock.withLock { lines.append(line) } }
    }

    /// A client's end of a TCP connection, byte by byte, for what no well-behaved client does.
    final class RawClientSocket: Sendable {
        private let descriptor: Int32

        init(port: Int) throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            address.sin_port = UInt16(port).bigEndian
            let descriptor = descriptor
            let status = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(status == 0)
        }

        deinit { close(descriptor) }

        static func upgradeRequest(_ target: String) -> String {
            "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        }

        func upgrade(_ target: String) { write(Array(Self.upgradeRequest(target).utf8)) }

        func write(_ bytes: [UInt8]) {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                // The other end may have hung up on us already: that is for the reader to see.
                guard count > 0 else { return }
                sent += count
            }
        }

        /// No more is sent from here.
        func closeHalf() { shutdown(descriptor, Int32(SHUT_WR)) }

        /// Reads to the end. - Returns: all bytes.
        @discardableResult
        func waitForEnd() async -> [UInt8] {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [self] in
                    var all: [UInt8] = []
                    var chunk = [UInt8](repeating: 0, count: 65_536)
                    while true {
                        let count = recv(descriptor, &chunk, chunk.count, 0)
                        guard count > 0 else { break }
                        all += chunk[..<count]
                    }
                    continuation.resume(returning: all)
                }
            }
        }

        /// Reads what a server sent after its 101 to the end, frame by frame. - Returns: the close frame's code.
        func closeCodeAfterEverything() async -> Int? {
            let bytes = await waitForEnd()
            guard var index = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return nil }
            while index + 2 <= bytes.count {
                var length = Int(bytes[index + 1] & 0x7F)
                var header = 2
                let extended = length == 126 ? 2 : length == 127 ? 8 : 0
                if extended > 0 {
                    guard index + 2 + extended <= bytes.count else { return nil }
                    length = bytes[(index + 2)..<(index + 2 + extended)].reduce(0) { $0 << 8 | Int($1) }
                    header += extended
                }
                guard index + header + length <= bytes.count else { return nil }
                if bytes[index] == 0x88, length >= 2 {
                    return Int(bytes[index + header]) << 8 | Int(bytes[index + header + 1])
                }
                index += header + length
            }
            return nil
        }
    }
#endif
