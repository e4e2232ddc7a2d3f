#if !os(Linux)
    extension Connectors {
        /// Connects with `URLSessionWebSocketTask`, trusting what the system trusts.
        public static let standard: any TransportConnector = URLSessionConnector()
    }
#endif
