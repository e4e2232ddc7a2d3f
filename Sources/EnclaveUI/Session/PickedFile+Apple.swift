#if !os(Linux)
    import Foundation

    /// Reads a file the person picked: the system lends access to it only while it is read.
    enum PickedFile {
        static func read(_ url: URL) throws -> Data {
            let isScoped = url.startAccessingSecurityScopedResource()
            defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
            return try Data(contentsOf: url)
        }
    }
#endif
