/// Words that Apple's views say by themselves, in the languages of the app: the system brings them in every language.
enum SystemWord: String {
    case back = "Back"
    case cancel = "Cancel"
    case clearText = "Clear text"
    case decrement = "Decrement"
    case delete = "Delete"
    case increment = "Increment"
    case ok = "OK"
    case search = "Search"
    case share = "Share…"

    /// The table that a ``Text`` of such a word names: no catalog of the app's has one of that name.
    static let table = "com.apple.system"

    /// The word in the language of an environment.
    func text(in environment: EnvironmentValues) -> String { text(environment.locale) }

    func text(_ locale: Locale) -> String {
        guard locale.language.languageCode == .german else { return rawValue }
        return switch self {
        case .back: "Zurück"
        case .cancel: "Abbrechen"
        case .clearText: "Text löschen"
        case .decrement: "Verringern"
        case .delete: "Löschen"
        case .increment: "Erhöhen"
        case .ok: "OK"
        case .search: "Suchen"
        case .share: "Teilen …"
        }
    }
}

extension Text {
    /// A word of the system's.
    init(_ word: SystemWord) {
        self.init(LocalizedStringKey(word.rawValue), tableName: SystemWord.table)
    }
}
