import CWebSockets

/// Where the library's news come in.
enum SocketCallback {
    /// The one function the library calls for every socket, client's or server's.
    ///
    /// It finds the ``SocketChannel`` of the socket, or the ``ListenerCore`` for a socket that has none yet, and passes
    /// the news on. - Returns: 0 to go on; other values make the library close the socket.
    static func serve(
        wsi: OpaquePointer?, reason: lws_callback_reasons, user: UnsafeMutableRawPointer?,
        input: UnsafeMutableRawPointer?, length: Int
    ) -> Int32 {
        guard let wsi else { return 0 }
        switch reason {
        case LWS_CALLBACK_CLIENT_ESTABLISHED:
            channel(of: wsi)?.socketOpened(wsi)
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
            channel(of: wsi)?.socketFailed(words(input, length), status: Int(lws_http_client_http_response(wsi)))
        case LWS_CALLBACK_CLIENT_HTTP_REDIRECT:
            // A relay's link names the relay; being sent elsewhere is a refusal.
            return 1
        case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION:
            // `length` is OpenSSL's verdict. Anything but 0 here would refuse; 0 leaves the verdict as it is.
            if length == 0, let store = user, let refusal = cws_certificate_error(store) {
                channel(of: wsi)?.certificateWasRefused(String(cString: refusal))
            }
        case LWS_CALLBACK_CLIENT_RECEIVE, LWS_CALLBACK_RECEIVE:
            channel(of: wsi)?.socketReceived(input, count: length, wsi: wsi)
        case LWS_CALLBACK_CLIENT_RECEIVE_PONG, LWS_CALLBACK_RECEIVE_PONG:
            channel(of: wsi)?.socketReceivedPong(input, count: length)
        case LWS_CALLBACK_CLIENT_WRITEABLE, LWS_CALLBACK_SERVER_WRITEABLE:
            return channel(of: wsi)?.socketIsWritable(wsi) ?? -1
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
            channel(of: wsi)?.peerCloses(input, count: length)
        case LWS_CALLBACK_CLIENT_CLOSED, LWS_CALLBACK_CLOSED, LWS_CALLBACK_WSI_DESTROY:
            channel(of: wsi)?.socketIsGone()
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
            return listener(of: wsi)?.confirmUpgrade(wsi) ?? -1
        case LWS_CALLBACK_HTTP:
            return listener(of: wsi)?.respond(wsi) ?? -1
        case LWS_CALLBACK_ESTABLISHED:
            return listener(of: wsi)?.opened(wsi) ?? -1
        default:
            break
        }
        return 0
    }

    private static func channel(of wsi: OpaquePointer) -> SocketChannel? {
        lws_get_opaque_user_data(wsi).map { Unmanaged<SocketChannel>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func listener(of wsi: OpaquePointer) -> ListenerCore? {
        guard let vhost = lws_get_vhost(wsi), let owner = lws_vhost_user(vhost) else { return nil }
        return Unmanaged<ListenerCore>.fromOpaque(owner).takeUnretainedValue()
    }

    private static func words(_ input: UnsafeMutableRawPointer?, _ length: Int) -> String {
        guard let input, length > 0 else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: input, count: length), as: UTF8.self)
    }
}
