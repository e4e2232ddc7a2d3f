#if os(Linux)
    import Foundation
    @_spi(Preview) import SwiftUI

    extension Words {
        private static let isPrepared: Bool = {
            let catalog = StringCatalog.shared
            Localization.setTranslator { lookup in
                catalog.text(
                    lookup.key, count: lookup.integers.compactMap(\.self).first, locale: lookup.locale)
            }
            return true
        }()

        /// Lets the stand-in for SwiftUI read the app's catalog; once for the process.
        package static func prepare() { _ = isPrepared }

        static func lookUp(_ key: String, _ locale: Locale) -> String {
            StringCatalog.shared.text(key, count: nil, locale: locale) ?? key
        }
    }
#endif
