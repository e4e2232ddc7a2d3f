#if !os(Linux)
    extension LocalRelay {
        /// There is none on this system.
        static func open(port: Int) async throws(CommandFailure) -> LocalRelay {
            throw CommandFailure(.failure, "the relay runs on Linux only; give another one with --relay")
        }
    }
#endif
