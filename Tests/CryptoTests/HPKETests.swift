import Crypto
import Testing

@Suite("Sealing for a public key (RFC 9180)")
struct HPKETests {
    private let info = Array("a test".utf8)

    @Test("Opens with its key, its use and its header, and with no other", arguments: [0, 1, 255, 5_000])
    func roundTrip(size: Int) throws {
        let key = try AgreementKey()
        let message = [UInt8](repeating: 7, count: size)
        let sealed = try HPKE.seal(message, to: key.publicKey, info: info, header: [1])
        #expect(sealed.ciphertext.count == size + HPKE.overhead)
        #expect(try HPKE.open(sealed, with: key, info: info, header: [1]) == message)
        #expect(throws: CryptoError.authenticationFailed) {
            try HPKE.open(sealed, with: AgreementKey(), info: info, header: [1])
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try HPKE.open(sealed, with: key, info: info + [0], header: [1])
        }
        #expect(throws: CryptoError.authenticationFailed) { try HPKE.open(sealed, with: key, info: info, header: []) }
        for index in [0, sealed.ciphertext.count - 1] {
            var changed = sealed
            changed.ciphertext[index] ^= 0x80
            #expect(throws: CryptoError.authenticationFailed) {
                try HPKE.open(changed, with: key, info: info, header: [1])
            }
        }
        var cut = sealed
        cut.ciphertext = []
        #expect(throws: CryptoError.truncated) { try HPKE.open(cut, with: key, info: info, header: [1]) }
        cut.encapsulatedKey = [1]
        #expect(throws: CryptoError.truncated) { try HPKE.open(cut, with: key, info: info, header: [1]) }
    }

    @Test("The same message is never sealed the same way twice")
    func freshness() throws {
        let key = try AgreementKey()
        let first = try HPKE.seal([1], to: key.publicKey, info: info)
        let second = try HPKE.seal([1], to: key.publicKey, info: info)
        #expect(first.encapsulatedKey != second.encapsulatedKey)
        #expect(first.ciphertext != second.ciphertext)
    }
}
