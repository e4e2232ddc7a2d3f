import CWebSockets
import Foundation

/// Opens WebSocket connections; all of one client share a library context and its thread.
///
/// The thread starts with the first connection and ends when the client and all its connections are released.
public final class WebSocketClient: Sendable {
    /// What a client keeps to.
    public struct Options: Sendable {
        /// Larger messages close the connection with 1009; bytes.
        public var maximumMessageSize = 32 << 20
        /// Unread bytes above which a connection stops reading from the network.
        public var receiveBuffer = 8 << 20
        /// Unsent bytes above which `send` suspends.
        public var sendBuffer = 4 << 20
        /// Seconds an address may take to answer, and seconds its handshake may take.
        public var connectTimeout = 10
        /// PEM file of the certificate authorities to trust instead of the system's.
        public var certificateAuthorities: String?

        /// The protocol's limits, the system's trust.
        public init() {}
    }

    private let options: Options
    private let service = Lock<ServiceLoop?>(nil)

    /// Starts nothing yet.
    public init(options: Options = Options()) {
        self.options = options
    }

    /// Connects and upgrades.
    ///
    /// - Parameters:
    ///   - host: a name or a numeric address, IPv6 without brackets.
    ///   - path: of the request, beginning with `/`, with its query.
    /// - Throws: ``WebSocketError``; of several addresses the last one's error, when none answered.
    public func connect(
        host: String, port: Int, isSecure: Bool, path: String
    ) async throws(WebSocketError) -> WebSocketConnection {
        guard (1...65535).contains(port) else { throw .unreachable("\(port) is not a port number.") }
        let loop = try startedLoop()
        var lastError = WebSocketError.unreachable("The name \(host) has no address.")
        for address in try await Resolver.addresses(of: host) {
            let target = Target(address: address, host: host, port: port, isSecure: isSecure, path: path)
            switch await attempt(target, on: loop) {
            case .success(let connection): return connection
            case .failure(.unreachable(let words)): lastError = .unreachable(words)
            case .failure(let error): throw error
            }
        }
        throw lastError
    }

    private func startedLoop() throws(WebSocketError) -> ServiceLoop {
        let made = service.withLock { service -> Result<ServiceLoop, WebSocketError> in
            if let service { return .success(service) }
            do throws(WebSocketError) {
                let loop = try ServiceLoop(name: "ws client")
                service = loop
                return .success(loop)
            } catch {
                return .failure(error)
            }
        }
        return try made.get()
    }

    private func attempt(
        _ target: Target, on loop: ServiceLoop
    ) async -> Result<WebSocketConnection, WebSocketError> {
        let options = options
        let connection = WebSocketConnection(loop: loop, options: options)
        let failure = await withTaskCancellationHandler {
            await connection.opened { connection in
                loop.submit { core in connection.open(target, options, on: core) }
            }
        } onCancel: {
            connection.abort(.cancelled)
        }
        if let failure { return .failure(failure.explained(for: target)) }
        if Task.isCancelled { return .failure(.cancelled) }
        return .success(connection)
    }
}

/// Where one attempt to connect goes.
struct Target: Sendable {
    /// Numeric.
    var address: String
    /// For the `Host` header, the server name and its certificate.
    var host: String
    var port: Int
    var isSecure: Bool
    var path: String

    /// `host[:port]` as the `Host` header has it.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}

extension WebSocketError {
    /// The library's words become a sentence that names the place.
    fileprivate func explained(for target: Target) -> WebSocketError {
        switch self {
        case .unreachable(let words) where words.isEmpty || words == "Unable to connect":
            .unreachable("Nobody answers at \(target.authority).")
        // The library's words for a handshake that found something else than TLS.
        case .unreachable(let words) where target.isSecure && words.contains("SSL"):
            .unreachable("\(target.authority) does not answer in TLS, which wss:// needs.")
        case .unreachable("read failed") where !target.isSecure:
            .unreachable("\(target.authority) hung up without an answer. It may want wss:// instead of ws://.")
        case .unreachable("problems parsing header"):
            .unreachable("\(target.authority) answers, but not as a relay does.")
        case .unreachable(let words):
            .unreachable("The connection to \(target.authority) could not be opened: \(words).")
        case .untrusted(let words): .untrusted("\(Self.meaning(of: words, for: target.host)) (\(words))")
        default: self
        }
    }
}

extension WebSocketError {
    /// What OpenSSL's verdict on a certificate means, and what can be done, for somebody who has never heard of either.
    private static func meaning(of verdict: String, for host: String) -> String {
        if verdict.contains("expired") {
            return
                "The certificate of \(host) has run out: whoever runs the relay must renew it, unless this machine's "
                + "clock is wrong."
        }
        if verdict.contains("not yet valid") {
            return "The certificate of \(host) is not valid yet: this machine's clock may be wrong."
        }
        if verdict.contains("hostname mismatch") || verdict.contains("IP address mismatch") {
            return
                "The certificate that \(host) shows is for another name: check the relay's name in the link; somebody "
                + "else may be answering for it."
        }
        if verdict.contains("revoked") {
            return "The certificate of \(host) was revoked: do not trust the relay until whoever runs it has a new one."
        }
        if verdict.contains("self") || verdict.contains("issuer") || verdict.contains("verify the first") {
            return
                "The certificate of \(host) is from nobody this machine trusts, so somebody else may be answering for "
                + "it: whoever runs the relay must get one from a known authority."
        }
        return "The certificate of \(host) is not trusted, so somebody else may be answering for it: ask whoever runs "
            + "the relay."
    }
}

extension ServiceCore {
    /// The vhost with a client's TLS settings; made on first use, as a loop serves one client.
    func clientVhost(_ options: WebSocketClient.Options) -> OpaquePointer? {
        if let clientVhost { return clientVhost }
        // No keep-alive by the library: whoever owns the connection decides when silence is too long.
        clientVhost = makeVhost(
            receiveChunk: 64 << 10, idlePolicy: lws_retry_bo_t(), strings: [options.certificateAuthorities], owner: nil
        ) { info, strings in
            info.options = UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
            if let authorities = strings[0] {
                info.client_ssl_ca_filepath = authorities
                info.options |= UInt64(LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS)
            }
            info.connect_timeout_secs = UInt32(options.connectTimeout)
            info.timeout_secs = UInt32(options.connectTimeout)
        }
        return clientVhost
    }
}
