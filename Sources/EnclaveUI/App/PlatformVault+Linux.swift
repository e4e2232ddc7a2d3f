#if os(Linux)
    import EnclaveModel
    import Foundation

    /// Where this platform keeps links: files that only this user can read.
    enum PlatformVault {
        static func make(folder: URL) -> any Vault {
            FileVault(
                files: PrivateFiles(
                    folder: folder.appendingPathComponent("vault", isDirectory: true), protection: .complete))
        }
    }
#endif
