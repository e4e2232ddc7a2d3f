#if !canImport(Darwin)
    import Foundation

    extension SharedContainer {
        /// There are no extensions to share anything with.
        static var folder: URL? { nil }
    }
#endif
