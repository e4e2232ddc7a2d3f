import Crypto
import Testing

@Suite("Agreeing on a key over X25519")
struct AgreementKeyTests {
    private static func bytes(_ hexadecimal: String) throws -> [UInt8] {
        try #require(Hexadecimal.decode(hexadecimal))
    }

    @Test("The example of RFC 7748 §6.1 comes out")
    func example() throws {
        let alice = try AgreementKey(
            secret: Self.bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
        let bob = try AgreementKey(
            secret: Self.bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
        #expect(
            Hexadecimal.encode(alice.publicKey.bytes)
                == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
        #expect(
            Hexadecimal.encode(bob.publicKey.bytes)
                == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
        #expect(
            Hexadecimal.encode(try alice.sharedSecret(with: bob.publicKey))
                == "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    }

    @Test("Both sides come to the same secret, a third does not")
    func agreement() throws {
        let first = try AgreementKey()
        let second = try AgreementKey()
        let third = try AgreementKey()
        let shared = try first.sharedSecret(with: second.publicKey)
        #expect(try second.sharedSecret(with: first.publicKey) == shared)
        #expect(try third.sharedSecret(with: first.publicKey) != shared)
    }

    @Test("A public key of small order is refused")
    func smallOrder() throws {
        let key = try AgreementKey()
        for low in [UInt8(0), 1] {
            let publicKey = try #require(AgreementPublicKey([low] + [UInt8](repeating: 0, count: 31)))
            #expect(throws: CryptoError.self) { try key.sharedSecret(with: publicKey) }
        }
        #expect(AgreementPublicKey([1, 2, 3]) == nil)
        #expect(throws: CryptoError.truncated) { try AgreementKey(secret: [1]) }
    }

    @Test("Nothing shows the secret")
    func redacted() throws {
        let key = try AgreementKey()
        #expect("\(key)" == "AgreementKey(redacted)")
        #expect(Mirror(reflecting: key).children.isEmpty)
    }
}
