#if os(Linux)
    extension Connectors {
        /// Connects with libwebsockets, trusting what the system trusts; all connections share one thread.
        public static let standard: any TransportConnector = WebSocketConnector()
    }
#endif
