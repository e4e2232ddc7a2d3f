#if os(Linux)
    import CollabHost
    import CollabWire

    extension LocalRelay {
        /// Opens a relay on 127.0.0.1.
        /// - Parameter port: 0 lets the system choose.
        /// - Throws: ``CommandFailure``, for example when the port is taken.
        static func open(port: Int) async throws(CommandFailure) -> LocalRelay {
            var options = RelayServer.Options()
            options.port = port
            let relay = RelayServer(options: options)
            do throws(RelayServerError) {
                let port = try await relay.start()
                return LocalRelay(
                    address: RelayAddress(isSecure: false, host: "127.0.0.1", port: port), stop: { await relay.stop() })
            } catch {
                throw CommandFailure(.failure, error.description)
            }
        }
    }
#endif
