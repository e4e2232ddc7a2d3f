import Crypto
import EnclaveContracts
import Foundation
import Testing

@Suite("Pairing codes")
struct PairingCodeTests {
    private func sample(serial: Int = 3) throws -> PairingCode {
        let renewal = try #require(SealingKey([UInt8](repeating: 9, count: 32)))
        return PairingCode(
            device: String(repeating: "0f", count: 16), name: "Anna's phone 📱", key: try AgreementKey().publicKey,
            renewal: renewal, serial: serial,
            push: .init(
                token: String(repeating: "a1", count: 32), environment: .sandbox, bundleId: "app.enclave.ios",
                startToken: String(repeating: "b2", count: 40)),
            activities: [.init(room: "r", token: String(repeating: "c3", count: 64))])
    }

    @Test("Survive the clipboard of a narrow terminal")
    func roundTrip() throws {
        let code = try sample()
        let text = try code.text()
        #expect(text.hasPrefix("enclave-pair:1."))
        #expect(try PairingCode(parsing: text) == code)
        let broken = "\u{FEFF} \"" + text.prefix(40) + "\n    " + text.dropFirst(40) + "\"\r\n"
        #expect(try PairingCode(parsing: String(broken)) == code)
        // A QR code of version 40 holds 2,953 bytes at the lowest correction; a code must stay well scannable.
        #expect(text.utf8.count < 1_400)
    }

    @Test("What cannot be used is refused for its own reason, and the reason does not repeat the code")
    func refusals() throws {
        func refusal(_ text: String) -> PairingError? {
            do throws(PairingError) {
                _ = try PairingCode(parsing: text)
                return nil
            } catch {
                return error
            }
        }
        let text = try sample().text()
        #expect(refusal(" \n") == .empty)
        #expect(refusal("https://my.omp.sh/#abc") == .notACode)
        #expect(refusal("enclave-pair:2.abc") == .newer)
        #expect(refusal(String(text.dropLast(30))) == .unreadable)
        #expect(refusal(text + "=") == .unreadable)
        #expect(refusal(PairingCode.prefix + String(repeating: "A", count: 9_000)) == .tooLong)
        func changed(_ change: (inout PairingCode) -> Void) throws -> PairingError? {
            var code = try sample()
            change(&code)
            return refusal(try code.text())
        }
        #expect(try changed { $0.key = "AAAA" } == .badField("key"))
        #expect(try changed { $0.renewal = "AAAA" } == .badField("renewal"))
        #expect(try changed { $0.device = "0f" } == .badField("device"))
        #expect(try changed { $0.serial = -1 } == .badField("serial"))
        #expect(try changed { $0.push?.token = "../3/device" } == .badField("push.token"))
        #expect(try changed { $0.push?.bundleId = "a\r\nevil: 1" } == .badField("push.bundleId"))
        #expect(try changed { $0.push?.startToken = "zz" } == .badField("push.startToken"))
        #expect(try changed { $0.activities[0].token = "" } == .badField("activities"))
        #expect(try changed { $0.wishes.shortestTurn = -1 } == .badField("wishes"))
        for error in [PairingError.empty, .notACode, .newer, .tooLong, .unreadable, .badField("x"), .notFromDevice] {
            #expect(!"\(error)".isEmpty)
        }
    }

    @Test("Nothing shows a code by accident")
    func redacted() throws {
        let code = try sample()
        #expect("\(code)" == "PairingCode(redacted)")
        #expect(String(reflecting: code) == "PairingCode(redacted)")
        #expect(Mirror(reflecting: code).children.isEmpty)
    }

    @Test("A renewal opens with the first code's key, and shows only the device's random name")
    func renewal() throws {
        let first = try sample()
        var next = try sample(serial: 4)
        next.push?.token = String(repeating: "d4", count: 32)
        let renewal = try PairingRenewal(next)
        #expect(try renewal.open(with: first.renewalKey()) == next)
        let json = String(decoding: try JSONEncoder().encode(renewal), as: UTF8.self)
        #expect(!json.contains("d4d4d4d4"))
        let other = try #require(SealingKey([UInt8](repeating: 1, count: 32)))
        #expect(throws: PairingError.notFromDevice) { try renewal.open(with: other) }
        var stolen = renewal
        stolen.device = String(repeating: "1e", count: 16)
        #expect(throws: PairingError.notFromDevice) { try stolen.open(with: first.renewalKey()) }
        stolen.box = "AA"
        #expect(throws: PairingError.unreadable) { try stolen.open(with: first.renewalKey()) }
        stolen.version = 2
        #expect(throws: PairingError.newer) { try stolen.open(with: first.renewalKey()) }
    }
}
