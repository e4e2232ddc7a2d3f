#if !canImport(Darwin)
    import Foundation

    extension PrivateFiles {
        /// File modes are all there is on Linux.
        public static let platformProtection: Protect = { _, _ in }

        /// `$XDG_STATE_HOME/enclave`, by default `~/.local/state/enclave`.
        public static func stateFolder(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
            // The specification wants relative values ignored.
            if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
                return URL(filePath: state).appending(path: "enclave")
            }
            return FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/state/enclave")
        }
    }
#endif
