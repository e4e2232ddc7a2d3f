#if os(Linux)
    import Foundation

    /// The app's words, read from the String Catalog that Xcode compiles for devices.
    package nonisolated struct StringCatalog: Sendable {
        /// The catalog beside this code. Without it the app speaks in keys, which are English.
        @MainActor package static let shared = beside()

        @MainActor private static func beside() -> StringCatalog {
            do {
                guard let url = Bundle.module.url(forResource: "Localizable", withExtension: "xcstrings") else {
                    return StringCatalog()
                }
                return try StringCatalog(Data(contentsOf: url))
            } catch {
                return StringCatalog()
            }
        }

        /// By language and key: the words, one for each plural form; "other" alone where there is no plural.
        package private(set) var forms: [String: [String: [String: String]]] = [:]

        private init() {}

        /// Reads a catalog.
        /// - Throws: what is wrong with its JSON.
        package init(_ data: Data) throws {
            for (key, entry) in try JSONDecoder().decode(File.self, from: data).strings {
                for (language, localization) in entry.localizations ?? [:] {
                    forms[language, default: [:]][key] = localization.forms
                }
            }
        }

        /// The words for a key, with places for arguments; nil when the catalog has none.
        /// - Parameter count: what a plural form is chosen by.
        package func text(_ key: String, count: Int?, locale: Locale) -> String? {
            let language = String(locale.identifier.prefix { $0 != "_" && $0 != "-" })
            guard let found = (forms[language] ?? forms["en"])?[key] else { return nil }
            return count == 1 ? found["one"] ?? found["other"] : found["other"]
        }

        private struct File: Decodable {
            var strings: [String: Entry]
        }

        private struct Entry: Decodable {
            var localizations: [String: Localization]?
        }

        private struct Localization: Decodable {
            var stringUnit: Unit?
            var variations: [String: [String: Form]]?

            var forms: [String: String] {
                if let stringUnit { return ["other": stringUnit.value] }
                return (variations?["plural"] ?? [:]).compactMapValues { $0.stringUnit?.value }
            }
        }

        private struct Form: Decodable {
            var stringUnit: Unit?
        }

        private struct Unit: Decodable {
            var value: String
        }
    }
#endif
