/// `enclave relay`: a relay of one's own.
enum RelayCommand: Command {
    static let spec = CommandSpec(
        name: "relay", summary: "run a relay of your own",
        options: [
            .value("--address", "ADDRESS", "where to listen (default: 127.0.0.1; 0.0.0.0 for everybody)"),
            .value("--port", "PORT", "default: 7466; 0 lets the system choose"),
            .value("--cert", "FILE", "certificate chain (PEM) for wss://"),
            .value("--key", "FILE", "its private key (PEM)"),
            .value("--rooms", "N", "rooms at a time (default: 1000)"),
            .value("--guests", "N", "guests per room (default: 256)"), .flag("--quiet", "no log"),
        ],
        discussion: [
            """
            The relay sees room ids, connection counts and frame sizes, never content. Links accept plain ws:// only \
            for this machine: for others give --cert and --key, or stand it behind a proxy that speaks TLS. Its log \
            names rooms by tags that change with every start.
            """
        ])

    static func run(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
        try await serve(arguments, context)
    }
}

/// The end of a command that runs until it is interrupted.
enum Interruption {
    /// Waits until the task is cancelled.
    static func wait() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
    }
}
