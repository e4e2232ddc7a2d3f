import Crypto
import EnclaveAlerts
import EnclaveContracts
import EnclaveModel
import Foundation
import Testing

@Suite("What a push bridge is told")
@MainActor
struct PushRegistrationTests {
    private let folder = TemporaryFolder()
    private let keychain = MemoryKeychain()

    private func registration(_ name: String = "phone") -> PushRegistration {
        PushRegistration(
            keys: DeviceKeyStore(keychain: keychain, accessGroup: "group"),
            files: PrivateFiles(folder: folder.url, protection: .afterFirstUnlock), bundleId: "xyz.epsilver.enclave",
            environment: .sandbox, name: name)
    }

    private let token = Data((0..<32).map { UInt8($0) })

    @Test("The code carries token, key, topic and wishes, and what it seals for is this device's key")
    func code() throws {
        let push = registration()
        push.tokenArrived(token)
        push.activitiesChanged([.init(room: "r", token: "0102030405060708")], start: Data(repeating: 7, count: 32))
        var wishes = PairingCode.Wishes()
        wishes.privacy = .preview
        let code = try PairingCode(parsing: try push.pairingCode(wishes: wishes))
        #expect(code.push?.token == token.map { String(format: "%02x", $0) }.joined())
        #expect(code.push?.bundleId == "xyz.epsilver.enclave")
        #expect(code.push?.environment == .sandbox)
        #expect(code.push?.startToken == String(repeating: "07", count: 32))
        #expect(code.wishes == wishes)
        #expect(code.activities.count == 1)
        let payload = try AlertText(title: "harbour", body: "Deploy?").sealed(
            into: AlertPayload(room: "r", reason: .ask, askId: "5"), for: try code.publicKey())
        let keys = try #require(try DeviceKeyStore(keychain: keychain, accessGroup: "group").keys())
        #expect(try AlertText(opening: payload, with: keys.agreement).body == "Deploy?")
    }

    @Test("A rotated token makes the pairing outdated; the renewal opens with the first code's key and counts up")
    func rotation() throws {
        let push = registration()
        let wishes = PairingCode.Wishes()
        #expect(push.standing(wishes: wishes) == .unpaired)
        push.tokenArrived(token)
        let first = try PairingCode(parsing: try push.pairingCode(wishes: wishes))
        #expect(push.standing(wishes: wishes) == .current)
        push.tokenArrived(token)
        #expect(push.standing(wishes: wishes) == .current)
        push.tokenArrived(Data(token.reversed()))
        #expect(push.standing(wishes: wishes) == .outdated)
        let text = try push.renewal(wishes: wishes)
        #expect(!text.contains(Data(token.reversed()).map { String(format: "%02x", $0) }.joined()))
        let renewal = try JSONDecoder().decode(PairingRenewal.self, from: Data(text.utf8))
        let second = try renewal.open(with: try first.renewalKey())
        #expect(second.device == first.device)
        #expect(second.serial > first.serial)
        #expect(second.push?.token != first.push?.token)
        #expect(push.standing(wishes: wishes) == .current)
    }

    @Test("A changed wish makes it outdated too")
    func wishes() throws {
        let push = registration()
        var wishes = PairingCode.Wishes()
        _ = try push.pairingCode(wishes: wishes)
        wishes.muted = ["r"]
        #expect(push.standing(wishes: wishes) == .outdated)
    }

    @Test("Name and number outlive the process, and no file holds a key or a token")
    func kept() throws {
        let push = registration()
        push.tokenArrived(token)
        let code = try PairingCode(parsing: try push.pairingCode(wishes: .init()))
        let again = registration("other name")
        again.tokenArrived(token)
        #expect(again.device == push.device)
        #expect(again.name == "phone")
        #expect(again.standing(wishes: .init()) == .current)
        #expect(try PairingCode(parsing: try again.pairingCode(wishes: .init())).serial == code.serial + 1)
        let text = try String(contentsOf: folder.url.appending(path: "push.json"), encoding: .utf8)
        for secret in [code.key, code.renewal, code.push?.token ?? ""] {
            #expect(
                !(0...secret.count - 8).contains { offset in
                    let start = secret.index(secret.startIndex, offsetBy: offset)
                    return text.contains(secret[start..<secret.index(start, offsetBy: 8)])
                })
        }
    }

    @Test("Forgetting the bridge makes another device of this one")
    func reset() throws {
        let push = registration()
        let before = try PairingCode(parsing: try push.pairingCode(wishes: .init()))
        push.reset()
        #expect(push.standing(wishes: .init()) == .unpaired)
        let after = try PairingCode(parsing: try push.pairingCode(wishes: .init()))
        #expect(after.device != before.device)
        #expect(after.key != before.key)
    }
}
