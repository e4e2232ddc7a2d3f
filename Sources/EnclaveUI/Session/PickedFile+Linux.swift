#if os(Linux)
    import Foundation

    /// Reads a file the person picked.
    enum PickedFile {
        static func read(_ url: URL) throws -> Data { try Data(contentsOf: url) }
    }
#endif
