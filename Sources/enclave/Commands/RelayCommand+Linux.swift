#if os(Linux)
    import CollabHost

    extension RelayCommand {
        static func serve(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
            let console = context.console
            var options = RelayServer.Options()
            options.address = arguments.value("--address") ?? "127.0.0.1"
            options.port = try arguments.number("--port", in: 0...65_535, spec: spec) ?? 7466
            options.limits.rooms =
                try arguments.number("--rooms", in: 1...1_000_000, spec: spec) ?? options.limits.rooms
            options.limits.guestsPerRoom =
                try arguments.number("--guests", in: 1...100_000, spec: spec) ?? options.limits.guestsPerRoom
            switch (arguments.value("--cert"), arguments.value("--key")) {
            case (let chain?, let key?): options.certificate = (chain, key)
            case (nil, nil): break
            default: throw UsageError("--cert and --key go together", spec: spec)
            }
            if !arguments.has("--quiet") { options.log = { event in console.complain(event.description) } }
            let relay = RelayServer(options: options)
            let port: Int
            do { port = try await relay.start() } catch { throw CommandFailure(.failure, error.description) }
            let scheme = options.certificate == nil ? "ws" : "wss"
            console.print("relay at \(scheme)://\(options.address):\(port)")
            // Until a signal ends the command: then guests are told, and everybody is closed with 4001.
            await Interruption.wait()
            await relay.stop()
            return .ok
        }
    }
#endif
