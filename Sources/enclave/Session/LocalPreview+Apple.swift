#if !os(Linux)
    extension LocalPreview {
        /// There is none on this system: here the app itself runs.
        static func open(
            _ content: Content, port: Int, name: String, context: EnclaveCommand.Context
        ) async throws(CommandFailure) -> LocalPreview? { nil }
    }
#endif
