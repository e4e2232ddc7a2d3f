import Crypto
import Foundation
import Testing

@Suite("Signing with P-256")
struct SignatureKeyTests {
    @Test("A signature has 64 bytes, and fits its message and key only")
    func signing() throws {
        let key = try SignatureKey()
        let message = Array("header.claims".utf8)
        let signature = try key.sign(message)
        #expect(signature.count == SignatureKey.signatureSize)
        #expect(try key.publicKey.verifies(signature, of: message))
        #expect(try !key.publicKey.verifies(signature, of: message + [0]))
        #expect(try !SignatureKey().publicKey.verifies(signature, of: message))
        var changed = signature
        changed[40] ^= 1
        #expect(try !key.publicKey.verifies(changed, of: message))
        #expect(try !key.publicKey.verifies(Array(signature.dropLast()), of: message))
    }

    @Test("Small r and s are written with their leading zeros")
    func leadingZeros() throws {
        let key = try SignatureKey()
        // One signature in 128 has a leading zero byte in r or s.
        for number in 0..<600 {
            let message = Array("message \(number)".utf8)
            let signature = try key.sign(message)
            try #require(signature.count == 64)
            guard signature[0] == 0 || signature[32] == 0 else { continue }
            #expect(try key.publicKey.verifies(signature, of: message))
            return
        }
        Issue.record("no signature with a leading zero among 600")
    }

    @Test("A key survives its PEM form, with other line ends and text around it")
    func pem() throws {
        let key = try SignatureKey()
        let message: [UInt8] = [1, 2, 3]
        for text in [key.pem, "\n# a comment\n" + key.pem.replacingOccurrences(of: "\n", with: "\r\n") + "\n"] {
            let read = try SignatureKey(pem: text)
            #expect(read.publicKey == key.publicKey)
            #expect(try key.publicKey.verifies(read.sign(message), of: message))
        }
    }

    @Test("What is no P-256 key is refused, and nothing shows one")
    func refusals() throws {
        #expect(throws: CryptoError.truncated) { try SignatureKey(pem: "hello") }
        #expect(throws: CryptoError.truncated) { try SignatureKey(pem: "-----BEGIN PRIVATE KEY-----\nAAAA") }
        #expect(throws: CryptoError.self) {
            try SignatureKey(pem: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----")
        }
        // An Ed25519 key in PKCS #8.
        let other =
            "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
            + "-----END PRIVATE KEY-----"
        #expect(throws: CryptoError.self) { try SignatureKey(pem: other) }
        let key = try SignatureKey()
        #expect("\(key)" == "SignatureKey(redacted)")
        #expect(String(reflecting: key) == "SignatureKey(redacted)")
        #expect(Mirror(reflecting: key).children.isEmpty)
    }
}
