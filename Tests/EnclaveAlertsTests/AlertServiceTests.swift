import Crypto
import EnclaveAlerts
import EnclaveContracts
import Foundation
import Testing
import UserNotifications

@Suite("The notification service extension")
struct AlertServiceTests {
    private let keychain = MemoryKeychain()
    private let room = String(repeating: "a", count: 64)

    private var store: DeviceKeyStore { DeviceKeyStore(keychain: keychain, accessGroup: "group") }

    private final class Service: AlertService {
        var make: (() -> AlertOpener)?
        override var opener: AlertOpener { make?() ?? super.opener }
    }

    /// What the system would show of a push with these bytes.
    private func shown(_ push: Data, privacy: PrivacyLevel = .preview) throws -> UNNotificationContent {
        let body = try #require(try JSONSerialization.jsonObject(with: push) as? [String: Any])
        let aps = try #require(body["aps"] as? [String: Any])
        let alert = try #require(aps["alert"] as? [String: String])
        let content = UNMutableNotificationContent()
        content.title = alert["title"] ?? ""
        content.body = alert["body"] ?? ""
        content.categoryIdentifier = aps["category"] as? String ?? ""
        content.userInfo = body
        let service = Service()
        service.make = { [store] in
            AlertOpener(keys: store, privacy: privacy, words: AlertWords(Locale(identifier: "en")))
        }
        var results: [UNNotificationContent] = []
        service.didReceive(UNNotificationRequest(identifier: "id", content: content, trigger: nil)) {
            results.append($0)
        }
        service.serviceExtensionTimeWillExpire()
        #expect(results.count == 1)
        return try #require(results.first)
    }

    private func push(_ text: AlertText?, key: AgreementPublicKey? = nil) throws -> Data {
        var payload = AlertPayload(room: room, reason: .ask, askId: "5")
        if let text {
            payload = try text.sealed(into: payload, for: try key ?? store.keysOrNew().agreement.publicKey)
        }
        return try PushPayload.alert(payload, badge: 1, loudness: .timeSensitive)
    }

    private let text = AlertText(title: "harbour", body: "Deploy the markers?", options: ["Approve", "Decline"])

    @Test("Bytes as the bridge makes them open on the device, with the options as actions")
    func opens() async throws {
        let content = try shown(try push(text))
        #expect(content.title == "harbour")
        #expect(content.body == "Deploy the markers?")
        #expect(content.threadIdentifier == room)
        #expect(content.interruptionLevel == .timeSensitive)
        let categories = await UNUserNotificationCenter.current().notificationCategories()
        let category = try #require(categories.first { $0.identifier == content.categoryIdentifier })
        #expect(category.actions.map(\.title) == ["Approve", "Decline"])
        #expect(category.actions.allSatisfy { $0.options.contains(.authenticationRequired) })
        #expect(
            AlertReply(userInfo: content.userInfo, action: "option.1")
                == .answer(AskAnswer(room: room, askId: "5", value: "Decline")))
    }

    @Test("The person's level holds for pushes too: below preview neither question nor options")
    func level() throws {
        let content = try shown(try push(text), privacy: .title)
        #expect(content.title == "harbour")
        #expect(content.body == "Needs your answer.")
        #expect(content.categoryIdentifier == PushPayload.askCategory)
        #expect(AlertReply(userInfo: content.userInfo, action: "option.0") == .open(room: room))
        #expect(try shown(try push(text), privacy: .private).title == "Enclave")
    }

    @Test("Sealed for another device, in a newer version, damaged, or without a key: the generic words stay")
    func fallsBack() throws {
        let generic = PushPayload.genericText(.ask)
        #expect(try shown(try push(text, key: try AgreementKey().publicKey)).body == generic)
        #expect(try shown(try push(nil)).body == generic)
        let whole = String(decoding: try push(text), as: UTF8.self)
        for (from, to) in [("\"v\":1", "\"v\":2"), ("\"ct\":\"", "\"ct\":\"AAAA")] {
            #expect(whole.contains(from))
            #expect(try shown(Data(whole.replacing(from, with: to).utf8)).body == generic)
        }
        let sealed = try push(text)
        try store.remove()
        #expect(try shown(sealed).body == generic)
    }

    @Test("A push of somebody else is shown as it came")
    func foreign() throws {
        let body = #"{"aps":{"alert":{"title":"Other","body":"text"},"category":"c"}}"#
        let content = try shown(Data(body.utf8))
        #expect(content.title == "Other")
        #expect(content.categoryIdentifier == "c")
    }
}
