import CWebSockets
import Foundation

/// The server's side of the library's callbacks.
///
/// Sendable so that jobs can carry it; its state is touched on the loop's thread only.
final class ListenerCore: @unchecked Sendable {
    let delegate: any WebSocketServerDelegate
    private let options: WebSocketServer.Options
    private weak var core: ServiceCore?
    private var vhost: OpaquePointer?
    private var peers: [UInt64: WebSocketPeer] = [:]
    private var nextId: UInt64 = 1
    private var whenEmpty: (() -> Void)?
    private var isStopping = false

    init(options: WebSocketServer.Options, delegate: any WebSocketServerDelegate) {
        self.options = options
        self.delegate = delegate
    }

    // MARK: Orders

    /// - Returns: the port, or nil when the library could not bind.
    func listen(on core: ServiceCore) -> Int? {
        self.core = core
        var idle = lws_retry_bo_t()
        idle.secs_since_valid_ping = UInt16(clamping: options.pingInterval)
        idle.secs_since_valid_hangup = UInt16(clamping: options.pingTimeout)
        let isIPv6 = options.address.contains(":")
        let isAny = options.address == "::" || options.address == "0.0.0.0"
        let certificate = options.certificate
        vhost = core.makeVhost(
            // Per connection: small enough for thousands of them.
            receiveChunk: 16 << 10, idlePolicy: idle,
            strings: [isAny ? nil : options.address, certificate?.chainFile, certificate?.keyFile], owner: self
        ) { info, strings in
            info.port = Int32(options.port)
            info.iface = strings[0]
            info.options = UInt64(LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND)
            if !isIPv6 { info.options |= UInt64(LWS_SERVER_OPTION_DISABLE_IPV6) }
            if certificate != nil {
                info.options |= UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
                info.ssl_cert_filepath = strings[1]
                info.ssl_private_key_filepath = strings[2]
            }
            info.timeout_secs = 10
            info.timeout_secs_ah_idle = 10
            info.keepalive_timeout = 5
        }
        return vhost.map { Int(lws_get_vhost_listen_port($0)) }
    }

    /// Refuses newcomers, closes every peer and calls `done` when none is left.
    func closeAll(code: UInt16, reason: String, _ done: @escaping () -> Void) {
        isStopping = true
        guard !peers.isEmpty else { return done() }
        whenEmpty = done
        for peer in peers.values { peer.close(code: code, reason: reason) }
    }

    func giveUpWaiting() { tellEmpty() }

    func left(_ peer: WebSocketPeer, _ error: WebSocketError) {
        guard peers.removeValue(forKey: peer.id) != nil else { return }
        delegate.peerClosed(peer, error)
        if peers.isEmpty { tellEmpty() }
    }

    private func tellEmpty() {
        let done = whenEmpty
        whenEmpty = nil
        done?()
    }

    // MARK: The library's news

    /// - Returns: 0 to upgrade, 1 when answered, -1 to hang up.
    func confirmUpgrade(_ wsi: OpaquePointer) -> Int32 {
        guard !isStopping else { return answer(wsi, HTTPResponse(status: 503, text: "stopping")) ? 1 : -1 }
        guard let request = request(of: wsi) else { return -1 }
        switch delegate.decideUpgrade(request) {
        case .accept: return 0
        case .refuse(let response): return answer(wsi, response) ? 1 : -1
        }
    }

    /// - Returns: 0 when answered, -1 to hang up.
    func respond(_ wsi: OpaquePointer) -> Int32 {
        guard let request = request(of: wsi) else { return -1 }
        let response: HTTPResponse =
            if isStopping {
                HTTPResponse(status: 503, text: "stopping")
            } else if request.method != "GET", request.method != "HEAD" {
                HTTPResponse(status: 405, text: "method not allowed")
            } else {
                delegate.respond(to: request)
            }
        guard answer(wsi, response, withBody: request.method != "HEAD") else { return -1 }
        return lws_http_transaction_completed(wsi) == 0 ? 0 : -1
    }

    /// - Returns: 0 to go on.
    func opened(_ wsi: OpaquePointer) -> Int32 {
        guard let core, !isStopping else { return -1 }
        let request =
            request(of: wsi)
            ?? HTTPRequest(method: "GET", path: "", query: [], headers: [:], remoteAddress: "")
        let peer = WebSocketPeer(id: nextId, listener: self)
        nextId += 1
        let channel = SocketChannel(core: core, sink: peer, maximumMessageSize: options.maximumMessageSize)
        lws_set_opaque_user_data(wsi, Unmanaged.passUnretained(channel).toOpaque())
        peer.channel = channel
        peers[peer.id] = peer
        channel.socketOpened(wsi)
        delegate.peerOpened(peer, request: request)
        return 0
    }

    // MARK: HTTP

    private static let keptHeaders: [(String, lws_token_indexes)] = [
        ("host", WSI_TOKEN_HOST), ("origin", WSI_TOKEN_ORIGIN), ("user-agent", WSI_TOKEN_HTTP_USER_AGENT),
        ("cookie", WSI_TOKEN_HTTP_COOKIE), ("authorization", WSI_TOKEN_HTTP_AUTHORIZATION),
        ("sec-websocket-protocol", WSI_TOKEN_PROTOCOL), ("x-forwarded-for", WSI_TOKEN_X_FORWARDED_FOR),
    ]

    private static let methods: [(String, lws_token_indexes)] = [
        ("GET", WSI_TOKEN_GET_URI), ("HEAD", WSI_TOKEN_HEAD_URI), ("POST", WSI_TOKEN_POST_URI),
        ("PUT", WSI_TOKEN_PUT_URI), ("DELETE", WSI_TOKEN_DELETE_URI), ("PATCH", WSI_TOKEN_PATCH_URI),
        ("OPTIONS", WSI_TOKEN_OPTIONS_URI),
    ]

    private func request(of wsi: OpaquePointer) -> HTTPRequest? {
        guard let (method, token) = Self.methods.first(where: { lws_hdr_total_length(wsi, $0.1) > 0 }),
            let path = header(token, of: wsi)
        else { return nil }
        var headers: [String: String] = [:]
        for (name, token) in Self.keptHeaders { headers[name] = header(token, of: wsi) }
        var query: [(name: String, value: String)] = []
        while let part = queryPart(query.count, of: wsi) { query.append(part) }
        var address = [CChar](repeating: 0, count: 64)
        lws_get_peer_simple(wsi, &address, address.count)
        let remote = String(decoding: address.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return HTTPRequest(method: method, path: path, query: query, headers: headers, remoteAddress: remote)
    }

    private func header(_ token: lws_token_indexes, of wsi: OpaquePointer) -> String? {
        let length = Int(lws_hdr_total_length(wsi, token))
        guard length > 0 else { return nil }
        return text(capacity: length + 1) { lws_hdr_copy(wsi, $0, Int32(length + 1), token) }
    }

    private func queryPart(_ index: Int, of wsi: OpaquePointer) -> (name: String, value: String)? {
        let capacity = Int(lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS)) + 1
        guard capacity > 1, index < 64,
            let part = text(
                capacity: capacity,
                { lws_hdr_copy_fragment(wsi, $0, Int32(capacity), WSI_TOKEN_HTTP_URI_ARGS, Int32(index)) })
        else { return nil }
        let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(sides[0]), sides.count > 1 ? String(sides[1]) : "")
    }

    /// What `copy` writes, whose result is the length or negative.
    private func text(capacity: Int, _ copy: (UnsafeMutablePointer<CChar>) -> Int32) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let length = Int(copy(start))
            guard length >= 0, length <= capacity else { return nil }
            return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
        }
    }

    /// Writes a whole answer; the library keeps what the socket does not take at once. - Returns: false on failure.
    private func answer(_ wsi: OpaquePointer, _ response: HTTPResponse, withBody: Bool = true) -> Bool {
        var lines = [(name: "content-type", value: response.contentType)]
        lines += response.headers.map { (name: $0.name.lowercased(), value: $0.value) }
        lines.append((name: "content-length", value: String(response.body.count)))
        let room = lines.reduce(512) { $0 + $1.name.utf8.count + $1.value.utf8.count + 8 }
        let buffer = MessageBuffer(capacity: room)
        let start = buffer.start.assumingMemoryBound(to: UInt8.self)
        var cursor: UnsafeMutablePointer<UInt8>? = start
        let end = start + room
        guard lws_add_http_header_status(wsi, UInt32(response.status), &cursor, end) == 0 else { return false }
        for line in lines {
            var value = Array(line.value.utf8)
            let failed = (line.name + ":").withCString { name in
                name.withMemoryRebound(to: UInt8.self, capacity: line.name.utf8.count + 2) { name in
                    lws_add_http_header_by_name(wsi, name, &value, Int32(value.count), &cursor, end)
                }
            }
            guard failed == 0 else { return false }
        }
        guard lws_finalize_write_http_header(wsi, start, &cursor, end) == 0 else { return false }
        guard withBody, !response.body.isEmpty else { return true }
        let body = MessageBuffer(copying: response.body)
        return withExtendedLifetime(body) {
            lws_write(wsi, body.start.assumingMemoryBound(to: UInt8.self), body.count, LWS_WRITE_HTTP_FINAL) >= 0
        }
    }
}
