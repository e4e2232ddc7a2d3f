#if canImport(Darwin)
    import Foundation

    extension SharedContainer {
        static var folder: URL? { FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) }
    }
#endif
