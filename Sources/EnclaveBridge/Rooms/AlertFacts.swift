import Attention
import CollabWire
import EnclaveContracts
import Transcript

/// What there is to say about an alert, before it is decided who may read how much of it.
struct AlertFacts: Sendable, Hashable {
    var reason: AlertPayload.Reason
    var askId: String?
    /// The session's name.
    var title: String?
    /// The question, or how the turn or session ended.
    var text: String
    var options: [String]
    var wantsText: Bool
    /// Parts of the subject's name; hashed before they are stored.
    var subject: [String]
    /// At most one alert ever, not only one at a time.
    var isOnceOnly: Bool

    /// The text for a privacy level.
    func text(_ privacy: PrivacyLevel) -> AlertText {
        AlertText(
            title: privacy >= .title ? title ?? "Enclave" : "Enclave",
            body: privacy >= .preview ? text : PushPayload.genericText(reason),
            options: privacy >= .preview ? options : [], wantsText: privacy >= .preview && wantsText)
    }

    /// The payload of a push, without its sealed text.
    func payload(room: String) -> AlertPayload { AlertPayload(room: room, reason: reason, askId: askId) }
}

extension AlertFacts {
    /// The first part of the subject that all steps of a multi-select question have.
    static let run = "run"

    /// Questions beyond those that are told by themselves. It says no number: it is told once, and is true until it is taken
    /// back.
    static func more(session: String, title: String?) -> AlertFacts {
        AlertFacts(
            reason: .ask, askId: nil, title: title, text: "More questions wait for your answer.", options: [],
            wantsText: false, subject: ["more", session], isOnceOnly: false)
    }

    /// A question. The steps of one multi-select question have one subject: they are told once.
    init(_ ask: Ask, session: String, title: String?) {
        var isRun = false
        var labels = ask.buttonLabels
        var wantsText = false
        switch ask.kind {
        case .select(let select):
            isRun = select.marker == .checkbox
            // A set cannot be chosen from a notification.
            if isRun { labels = [] }
        case .editor: wantsText = true
        case .unknown: break
        }
        self.init(
            reason: .ask, askId: ask.id.wireText, title: title, text: ask.plainTitle, options: labels,
            wantsText: wantsText,
            subject: isRun ? [Self.run, session, ask.title] : ["ask", session, ask.id.wireText, ask.title],
            isOnceOnly: false)
    }
}
