#if !os(Linux)
    import Foundation

    extension Words {
        /// The system looks words up by itself.
        package static func prepare() {}

        /// The app compiles the catalog into its own bundle, where `Text` looks too.
        static func lookUp(_ key: String, _ locale: Locale) -> String {
            String(localized: String.LocalizationValue(key), bundle: .main, locale: locale)
        }
    }
#endif
