#if !os(Linux)
    extension RelayCommand {
        static func serve(_ arguments: Arguments, _ context: EnclaveCommand.Context) async throws -> ExitCode {
            throw CommandFailure(.failure, "the relay runs on Linux only")
        }
    }
#endif
