#if canImport(Darwin)
    import Foundation

    extension PrivateFiles {
        /// The system's data protection, and no place in backups.
        public static let platformProtection: Protect = { url, protection in
            let type: FileProtectionType =
                protection == .complete ? .complete : .completeUntilFirstUserAuthentication
            try FileManager.default.setAttributes([.protectionKey: type], ofItemAtPath: url.path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            var file = url
            try file.setResourceValues(values)
        }

        /// `Enclave` in the application support folder.
        public static func stateFolder(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
            URL.applicationSupportDirectory.appending(path: "Enclave")
        }
    }
#endif
