import Crypto
import Testing

@Suite("Cryptography")
struct CryptoTests {
    @Test("SHA-256 of abc is the standard's")
    func sha256() throws {
        let digest = try Digests.sha256(Array("abc".utf8))
        #expect(digest == Array(hexData("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")))
    }

    @Test("HKDF gives the output of RFC 5869, test cases 1 and 3")
    func hkdf() throws {
        let secret = [UInt8](repeating: 0x0b, count: 22)
        let first = try Digests.hkdf(
            secret: secret, salt: Array(0x00...0x0c), info: Array(0xf0...0xf9), count: 42)
        #expect(
            first
                == Array(
                    hexData("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")))
        let third = try Digests.hkdf(secret: secret, salt: [], info: [], count: 42)
        #expect(
            third
                == Array(
                    hexData("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")))
        #expect(throws: CryptoError.self) { try Digests.hkdf(secret: secret, salt: [], info: [], count: 9000) }
    }

    @Test("random bytes differ, keys have 32 bytes")
    func random() throws {
        #expect(try SecureRandom.bytes(16) != SecureRandom.bytes(16))
        #expect(SealingKey([1, 2, 3]) == nil)
        #expect(
            constantTimeEqual([1, 2], [1, 2]) && !constantTimeEqual([1, 2], [1, 3]) && !constantTimeEqual([1], [1, 2]))
    }
}
