#if os(Linux)
    extension Connectors {
        /// Connects with libwebsockets, trusting what the system trusts; all connections share one thread.
        public static let standard: any TransportConnector = WebSocketConnector()

        /// The same for peers that have little to say: larger messages end the connection.
        /// - Parameter maximumMessageSize: bytes.
        public static func bounded(maximumMessageSize: Int) -> any TransportConnector {
            WebSocketConnector(maximumMessageSize: maximumMessageSize)
        }
    }
#endif
