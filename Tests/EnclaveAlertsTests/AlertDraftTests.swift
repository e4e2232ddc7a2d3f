import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveAlerts

@Suite("What a notification offers and what a reply means")
struct AlertDraftTests {
    private let words = AlertWords(Locale(identifier: "en"))
    private let room = String(repeating: "a", count: 64)

    private func draft(_ text: AlertText?, privacy: PrivacyLevel = .preview) -> AlertDraft {
        AlertDraft(
            id: "n", text: text, payload: AlertPayload(room: room, reason: .ask, askId: "5"), privacy: privacy,
            words: words)
    }

    private func reply(
        _ draft: AlertDraft, _ action: String?, dismissed: Bool = false, text: String? = nil
    ) -> AlertReply {
        AlertReply(userInfo: draft.userInfo, action: action, isDismissal: dismissed, text: text)
    }

    @Test("An option's action answers with its label, byte for byte")
    func option() {
        let draft = draft(AlertText(title: "t", body: "b", options: ["Yes, do it ", "Nein — später"]))
        #expect(reply(draft, "option.0") == .answer(AskAnswer(room: room, askId: "5", value: "Yes, do it ")))
        #expect(reply(draft, "option.1") == .answer(AskAnswer(room: room, askId: "5", value: "Nein — später")))
        #expect(reply(draft, "option.2") == .open(room: room))
        #expect(reply(draft, nil) == .open(room: room))
        #expect(reply(draft, "open") == .open(room: room))
        #expect(reply(draft, "option.0", dismissed: true) == .nothing)
    }

    @Test("A text is sent as it was typed; an empty one looks at the question instead")
    func text() {
        let draft = draft(AlertText(title: "t", body: "b", wantsText: true))
        #expect(draft.category.actions == [.reply, .open])
        #expect(
            reply(draft, "reply", text: " as is\n") == .answer(AskAnswer(room: room, askId: "5", value: " as is\n")))
        #expect(reply(draft, "reply", text: "  ") == .open(room: room))
    }

    @Test("An alert for several questions opens the session, and is told apart from those of each")
    func more() throws {
        let payload = AlertPayload(room: room, reason: .ask)
        let draft = AlertDraft(
            id: "n", text: AlertText(title: "t", body: "More questions wait for your answer."), payload: payload,
            privacy: .preview, words: words)
        #expect(draft.category.actions == [.open])
        for action in [nil, "open", "reply", "option.0"] {
            #expect(reply(draft, action, text: "yes") == .open(room: room))
        }
        #expect(try payload.collapseId() != AlertPayload(room: room, reason: .ask, askId: "5").collapseId())
    }

    @Test("Somebody else's notification means nothing, nor does one of a newer version")
    func foreign() {
        #expect(AlertReply(userInfo: [:], action: nil) == .nothing)
        #expect(AlertReply(userInfo: [AlertPayload.userInfoKey: "text"], action: nil) == .nothing)
        let newer: [String: Any] = ["version": 2, "room": room, "reason": "ask"]
        #expect(AlertReply(userInfo: [AlertPayload.userInfoKey: newer], action: nil) == .nothing)
    }

    @Test("The same options make the same category, others another one; five options make none of their own")
    func categories() {
        let first = draft(AlertText(title: "t", body: "b", options: ["A", "B"])).category
        #expect(first.id == draft(AlertText(title: "u", body: "c", options: ["A", "B"])).category.id)
        #expect(first.id != draft(AlertText(title: "t", body: "b", options: ["AB"])).category.id)
        #expect(first.id != draft(AlertText(title: "t", body: "b", options: ["B", "A"])).category.id)
        let many = draft(AlertText(title: "t", body: "b", options: ["1", "2", "3", "4", "5"])).category
        #expect(many.id == PushPayload.askCategory)
        #expect(many.actions == [.open])
    }

    @Test("Without a text every level shows the generic words", arguments: PrivacyLevel.allCases)
    func generic(level: PrivacyLevel) {
        let draft = draft(nil, privacy: level)
        #expect(draft.title == "Enclave")
        #expect(draft.body == PushPayload.genericText(.ask))
    }

    @Test("German has its own words")
    func german() {
        let words = AlertWords(Locale(identifier: "de_DE"))
        #expect(words.generic(.ask) == "Eine Sitzung braucht deine Antwort.")
        #expect(words.notSent(.settled).hasSuffix("Es wurde nichts gesendet."))
    }
}
