#if !os(Linux)
    extension BridgeCommand {
        static func perform(
            _ action: Action, _ arguments: Arguments, _ context: EnclaveCommand.Context
        ) async throws -> ExitCode {
            throw CommandFailure(.failure, "the bridge runs on Linux only")
        }
    }
#endif
