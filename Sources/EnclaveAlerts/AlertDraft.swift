import EnclaveContracts
import Foundation

/// A notification before the system has it: the same for one the app makes and one that a push brought.
public struct AlertDraft: Sendable, Hashable {
    /// Under this name it is shown, replaced and withdrawn.
    public var id: String
    /// The first line.
    public var title: String
    /// What happened.
    public var body: String
    /// What it offers.
    public var category: AlertCategory
    /// Breaks through a focus.
    public var isUrgent: Bool
    /// Takes the place of one that is shown already, without a sound.
    public var isSilent: Bool
    /// Room, reason and ask.
    public var payload: AlertPayload

    /// A notification.
    public init(
        id: String, title: String, body: String, category: AlertCategory, isUrgent: Bool, isSilent: Bool = false,
        payload: AlertPayload
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.category = category
        self.isUrgent = isUrgent
        self.isSilent = isSilent
        self.payload = payload
    }

    /// A notification with a text, as far as the privacy level lets it speak.
    ///
    /// Below ``EnclaveContracts/PrivacyLevel/preview`` it offers no options either: their words are the session's, and
    /// nobody should answer a question they cannot read.
    public init(
        id: String, text: AlertText?, payload: AlertPayload, privacy: PrivacyLevel, words: AlertWords,
        isSilent: Bool = false
    ) {
        let title = text.map(\.title).flatMap { $0.isEmpty ? nil : $0 }
        switch privacy {
        case .preview where text != nil:
            self.init(
                id: id, title: title ?? words.appName, body: text?.body ?? words.named(payload.reason),
                category: AlertCategory(text: text, reason: payload.reason, words: words),
                isUrgent: payload.reason == .ask, isSilent: isSilent, payload: payload)
        case .title where title != nil:
            self.init(
                id: id, title: title ?? words.appName, body: words.named(payload.reason),
                category: AlertCategory(text: nil, reason: payload.reason, words: words),
                isUrgent: payload.reason == .ask, isSilent: isSilent, payload: payload)
        case .private, .title, .preview:
            self.init(
                id: id, title: words.appName, body: words.generic(payload.reason),
                category: AlertCategory(text: nil, reason: payload.reason, words: words),
                isUrgent: payload.reason == .ask, isSilent: isSilent, payload: payload)
        }
    }

    /// Notifications of one room lie together.
    public var thread: String { payload.room }

    /// 0…1: which one a summary shows first.
    public var relevance: Double { payload.reason == .ask ? 1 : 0.5 }

    /// What the system keeps for the app: the payload as a push carries it, and the options byte for byte.
    public var userInfo: [String: any Sendable] {
        var info: [String: any Sendable] = [:]
        var fields: [String: any Sendable] = [
            "version": payload.version, "room": payload.room, "reason": payload.reason.rawValue,
        ]
        if let ask = payload.askId { fields["askId"] = ask }
        info[AlertPayload.userInfoKey] = fields
        let options = category.options
        if !options.isEmpty { info[AlertReply.optionsKey] = options }
        return info
    }
}

/// What a notification offers, made from the question itself.
public struct AlertCategory: Sendable, Hashable {
    /// A button.
    public enum Action: Sendable, Hashable {
        /// Answers with this option, byte for byte.
        case option(String)
        /// Opens a field for a text.
        case reply
        /// Opens the session.
        case open
    }

    /// Names the category; the same actions always have the same name.
    public let id: String
    /// The buttons, in order.
    public let actions: [Action]
    /// The words on them.
    public let words: AlertWords

    /// A category.
    init(id: String, actions: [Action], words: AlertWords) {
        self.id = id
        self.actions = actions
        self.words = words
    }

    /// A question that can be answered where it stands, one that can't, or no question.
    public init(text: AlertText?, reason: AlertPayload.Reason, words: AlertWords) {
        guard reason == .ask else {
            self.init(id: PushPayload.plainCategory, actions: [], words: words)
            return
        }
        if let text, text.wantsText {
            self.init(id: PushPayload.askCategory + ".reply", actions: [.reply, .open], words: words)
        } else if let text, !text.options.isEmpty, text.options.count <= AlertText.maximumOptions {
            self.init(
                id: PushPayload.askCategory + "." + Self.name(of: text.options),
                actions: text.options.map { .option($0) },
                words: words)
        } else {
            self.init(id: PushPayload.askCategory, actions: [.open], words: words)
        }
    }

    /// The categories that are always there: what a push names before anybody has opened it.
    public static func standing(_ words: AlertWords) -> [AlertCategory] {
        [
            AlertCategory(id: PushPayload.askCategory, actions: [.open], words: words),
            AlertCategory(id: PushPayload.askCategory + ".reply", actions: [.reply, .open], words: words),
            AlertCategory(id: PushPayload.plainCategory, actions: [], words: words),
        ]
    }

    /// The options in their order; empty when it has none.
    public var options: [String] {
        actions.compactMap { if case .option(let label) = $0 { label } else { nil } }
    }

    /// FNV-1a over the options: short, and the same in app and extension. Two sets with the same name would only show
    /// the other's words, and an answer is checked against the open question before it is sent.
    private static func name(of options: [String]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in options.joined(separator: "\u{0}").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 36)
    }
}
