/// Intents that work without anybody setting them up.
public protocol AppShortcutsProvider {
    /// The shortcuts.
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}

extension AppShortcutsProvider {
    /// Tells the system that things in the phrases changed: there is none here.
    public static func updateAppShortcutParameters() {}
}

/// An intent with the words that call it.
public struct AppShortcut: Sendable {
    /// The intent.
    @_spi(Preview) public let intent: any AppIntent
    /// The words that call it; the app's name stands as `${applicationName}`.
    @_spi(Preview) public let phrases: [String]
    /// The words on its tile.
    @_spi(Preview) public let shortTitle: LocalizedStringResource

    /// A shortcut.
    public init<Intent>(
        intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
        systemImageName: String
    ) where Intent: AppIntent {
        self.intent = intent
        self.phrases = phrases.map(\.text)
        self.shortTitle = shortTitle
    }
}

/// Makes shortcuts out of a closure's statements.
@resultBuilder public enum AppShortcutsBuilder {
    /// Several shortcuts.
    public static func buildBlock(_ components: AppShortcut...) -> [AppShortcut] { components }
}

/// What stands in a phrase for something else.
public enum AppShortcutPhraseToken: Sendable {
    /// The app's name.
    case applicationName
}

/// Words that call a shortcut.
public struct AppShortcutPhrase<Intent>: ExpressibleByStringInterpolation where Intent: AppIntent {
    let text: String

    /// Words.
    public init(stringLiteral value: String) { text = value }
    /// Words with places.
    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Words with places.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        /// Nothing yet.
        public init(literalCapacity: Int, interpolationCount: Int) {}
        /// Words.
        public mutating func appendLiteral(_ literal: String) { text += literal }
        /// A place for a token.
        public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) { text += "${\(token)}" }
        /// A place for a parameter.
        public mutating func appendInterpolation<Value>(_ parameter: KeyPath<Intent, IntentParameter<Value>>) {
            text += "${parameter}"
        }
    }
}
