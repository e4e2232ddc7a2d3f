#if os(Linux)
    import Foundation
    import WebSockets

    /// Connects to relays with libwebsockets.
    ///
    /// All connections of one connector share a service thread, which starts with the first of them and ends when the
    /// connector and its transports are released. `URLSessionWebSocketTask` does not work on Linux.
    public struct WebSocketConnector: TransportConnector {
        private let client: WebSocketClient

        /// - Parameters:
        ///   - certificateAuthorities: path of a PEM file with the authorities to trust; nil trusts the system's.
        ///   - maximumMessageSize: bytes; larger messages end the connection (protocol §3).
        public init(
            certificateAuthorities: String? = nil, maximumMessageSize: Int = TransportLimits.maximumMessageSize
        ) {
            var options = WebSocketClient.Options()
            options.maximumMessageSize = maximumMessageSize
            options.receiveBuffer = TransportLimits.receiveBuffer
            options.sendBuffer = TransportLimits.sendBuffer
            options.certificateAuthorities = certificateAuthorities
            client = WebSocketClient(options: options)
        }

        /// Tries the name's addresses one after the other; 10 seconds each.
        public func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
            do throws(WebSocketError) {
                let connection = try await client.connect(
                    host: endpoint.hostWithoutBrackets, port: endpoint.port ?? (endpoint.isSecure ? 443 : 80),
                    isSecure: endpoint.isSecure, path: endpoint.path)
                return WebSocketTransport(connection)
            } catch {
                throw TransportError(error)
            }
        }
    }

    /// A connection made by ``WebSocketConnector``.
    final class WebSocketTransport: Transport {
        private let connection: WebSocketConnection

        init(_ connection: WebSocketConnection) { self.connection = connection }

        func receive() async throws(TransportError) -> [TransportMessage] {
            do throws(WebSocketError) {
                return try await connection.receive().map(TransportMessage.init)
            } catch {
                throw TransportError(error)
            }
        }

        func send(_ message: TransportMessage) async throws(TransportError) {
            do throws(WebSocketError) {
                switch message {
                case .binary(let bytes): try await connection.send(.binary(MessageBuffer(copying: bytes)))
                case .text(let text): try await connection.send(.text(text))
                }
            } catch {
                throw TransportError(error)
            }
        }

        func ping() async throws(TransportError) {
            do throws(WebSocketError) {
                try await connection.ping()
            } catch {
                throw TransportError(error)
            }
        }

        func close(code: UInt16, reason: String) async { await connection.close(code: code, reason: reason) }
    }

    extension TransportMessage {
        fileprivate init(_ message: WebSocketMessage) {
            switch message {
            case .binary(let buffer): self = .binary(buffer.data)
            case .text(let text): self = .text(text)
            }
        }
    }

    extension TransportError {
        fileprivate init(_ error: WebSocketError) {
            switch error {
            case .unreachable(let words), .unavailable(let words): self = .unreachable(words)
            case .untrusted(let words): self = .untrusted(words)
            case .refused(let status): self = .refused(status: status)
            case .closed(let code, let reason): self = .closed(code: code, reason: reason)
            case .messageTooLarge(let bytes): self = .messageTooLarge(bytes)
            case .cancelled: self = .cancelled
            }
        }
    }
#endif
