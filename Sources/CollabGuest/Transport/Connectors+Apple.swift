#if !os(Linux)
    extension Connectors {
        /// Connects with `URLSessionWebSocketTask`, trusting what the system trusts.
        public static let standard: any TransportConnector = URLSessionConnector()

        /// The same for peers that have little to say: larger messages end the connection.
        /// - Parameter maximumMessageSize: bytes.
        public static func bounded(maximumMessageSize: Int) -> any TransportConnector {
            URLSessionConnector(maximumMessageSize: maximumMessageSize)
        }
    }
#endif
