import EnclaveContracts
import Foundation

/// An answer that a person gave outside the app's own screens.
public struct AskAnswer: Sendable, Hashable {
    /// The room's key on this device.
    public var room: String
    /// Which question it answers; for another one it sends nothing.
    public var askId: String
    /// The option's label, byte for byte, or the text; nil skips the question.
    public var value: String?

    /// An answer.
    public init(room: String, askId: String, value: String?) {
        self.room = room
        self.askId = askId
        self.value = value
    }
}

/// What a person meant by touching a notification.
public enum AlertReply: Sendable, Hashable {
    /// Show the room.
    case open(room: String)
    /// Send an answer.
    case answer(AskAnswer)
    /// Nothing: swiped away, or not one of Enclave's.
    case nothing

    /// Where the options lie in `userInfo`.
    public static let optionsKey = "enclave.options"
    /// What the first option's action is called; the others count up.
    public static func actionId(option index: Int) -> String { "option.\(index)" }
    /// What the action with a field is called.
    public static let replyAction = "reply"
    /// What the action that opens the session is called.
    public static let openAction = "open"

    /// Reads what the system reports.
    /// - Parameters:
    ///   - userInfo: the notification's.
    ///   - action: the action's name, or nil when the notification itself was tapped.
    ///   - isDismissal: it was swiped away.
    ///   - text: what was typed.
    public init(userInfo: [AnyHashable: Any], action: String?, isDismissal: Bool = false, text: String? = nil) {
        guard !isDismissal, let payload = AlertPayload(userInfo: userInfo) else {
            self = .nothing
            return
        }
        let options = userInfo[Self.optionsKey] as? [String] ?? []
        switch (action, payload.askId) {
        case (Self.replyAction?, let ask?):
            // An empty field is no answer: the person looks at the question instead.
            guard let text, text.contains(where: { !$0.isWhitespace }) else {
                self = .open(room: payload.room)
                return
            }
            self = .answer(AskAnswer(room: payload.room, askId: ask, value: text))
        case (let action?, let ask?) where action.hasPrefix("option."):
            guard let index = Int(action.dropFirst("option.".count)), options.indices.contains(index) else {
                self = .open(room: payload.room)
                return
            }
            self = .answer(AskAnswer(room: payload.room, askId: ask, value: options[index]))
        default: self = .open(room: payload.room)
        }
    }
}

extension AlertPayload {
    /// The payload in a notification's `userInfo`; nil when it is none of Enclave's, or of a newer version.
    public init?(userInfo: [AnyHashable: Any]) {
        guard let fields = userInfo[Self.userInfoKey] as? [String: Any], JSONSerialization.isValidJSONObject(fields)
        else { return nil }
        do {
            let data = try JSONSerialization.data(withJSONObject: fields)
            let payload = try JSONDecoder().decode(AlertPayload.self, from: data)
            guard payload.version == 1 else { return nil }
            self = payload
        } catch {
            return nil
        }
    }
}
