/// What performing an intent gives.
public protocol IntentResult {}

/// A result that says something.
public protocol ProvidesDialog {}

/// What Siri says or shows.
public struct IntentDialog: Sendable, ExpressibleByStringInterpolation {
    /// The words.
    @_spi(Preview) public let text: String
    /// Words.
    public init(_ full: LocalizedStringResource) { text = full.key }
    /// Words.
    public init(stringLiteral value: String) { text = value }
}

/// The results there are.
public struct IntentResultContainer<Value, OpensIntent, SnippetView, Dialog>: IntentResult {
    /// What is said.
    @_spi(Preview) public let dialog: IntentDialog?
    init(dialog: IntentDialog?) { self.dialog = dialog }
}

extension IntentResultContainer: Sendable {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}

extension IntentResult where Self == IntentResultContainer<Never, Never, Never, Never> {
    /// Done.
    public static func result() -> IntentResultContainer<Never, Never, Never, Never> {
        IntentResultContainer(dialog: nil)
    }
}

extension IntentResult where Self == IntentResultContainer<Never, Never, Never, IntentDialog> {
    /// Done, and this is said.
    public static func result(dialog: IntentDialog) -> IntentResultContainer<Never, Never, Never, IntentDialog> {
        IntentResultContainer(dialog: dialog)
    }
}
