import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Connects to relays with `URLSessionWebSocketTask`: the way on Apple's systems.
///
/// It also compiles on Linux, so that it is type-checked where the rest is tested, but does not work there (libcurl comes
/// without WebSockets): ``Connectors/standard`` picks the connector that does.
public struct URLSessionConnector: TransportConnector {
    /// Seconds until a connection attempt is given up.
    private static let connectTimeout = 20.0

    private let maximumMessageSize: Int

    /// Trusts what the system trusts.
    /// - Parameter maximumMessageSize: bytes; larger messages end the connection (protocol §3).
    public init(maximumMessageSize: Int = TransportLimits.maximumMessageSize) {
        self.maximumMessageSize = maximumMessageSize
    }

    /// One session per connection, so that its end releases everything.
    public func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
        guard let url = URL(string: endpoint.url) else {
            throw .unreachable("The address \(endpoint.host) is not one a connection can be made to.")
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Self.connectTimeout
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        let watcher = URLSessionWatcher(host: endpoint.host)
        // The session keeps its delegate until it is invalidated, and a serial queue keeps the delegate's calls in order.
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let session = URLSession(configuration: configuration, delegate: watcher, delegateQueue: queue)
        let task = session.webSocketTask(with: url)
        // Before `resume`: the default of 1 MiB refuses ordinary snapshot chunks (protocol §3).
        task.maximumMessageSize = maximumMessageSize
        let transport = URLSessionTransport(session: session, task: task, watcher: watcher)
        try await transport.open()
        return transport
    }
}
