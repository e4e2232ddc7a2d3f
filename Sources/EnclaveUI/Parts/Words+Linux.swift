#if os(Linux)
    import Foundation

    extension Words {
        static func lookUp(_ key: String, _ locale: Locale) -> String { key }
    }
#endif
