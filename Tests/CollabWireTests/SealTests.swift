import CollabWire
import Foundation
import Testing

@Suite("Sealed frames")
struct SealTests {
    /// Made with another implementation: key 00…1f, IV a0…ab, peer 7.
    private let golden = hexData(
        "00000007a0a1a2a3a4a5a6a7a8a9aaab9d3a080f7fe960c60747abf1751fa1ad1fc27b2ab0df2d1fe82e4ae319df577ca3c789969bd4"
            + "af840ac1d66b359fe4d5")

    private func secret() throws -> RoomSecret { try #require(RoomSecret(bytes: Array(0..<32))) }

    @Test("the golden envelope opens to its frame")
    func goldenEnvelope() throws {
        let envelope = try #require(Envelope(golden))
        #expect(envelope.peerId == 7)
        let frame = try HostFrame.decode(Opener(secret: secret()).open(envelope))
        #expect(frame == .bye(reason: "host left"))
    }

    @Test("one flipped bit anywhere is a wrong key, and the opener goes on working")
    func flippedBit() throws {
        let opener = try Opener(secret: secret())
        for position in Envelope.headerSize..<golden.count {
            var damaged = golden
            damaged[position] ^= 1
            let envelope = try #require(Envelope(damaged))
            #expect(throws: SealError.wrongKey) { try opener.open(envelope) }
        }
        #expect(try opener.open(#require(Envelope(golden))).byteCount == 32)
    }

    @Test("what is shorter than an envelope is none, and a cut frame is refused")
    func truncated() throws {
        #expect(Envelope(Data([0, 0, 1])) == nil)
        let opener = try Opener(secret: secret())
        #expect(throws: SealError.truncated) { try opener.open(#require(Envelope(golden.prefix(20)))) }
    }

    @Test("a frame that opens but is no JSON is not a wrong key")
    func notJSON() throws {
        let bytes = Array("not json".utf8)
        let message = try bytes.withUnsafeBytes { try Sealer(secret: secret()).seal($0, peerId: 3) }
        let plaintext = try Opener(secret: secret()).open(#require(Envelope(message)))
        #expect(throws: FrameError.notJSON(.unexpectedByte(offset: 1))) { try HostFrame.decode(plaintext) }
    }

    @Test("what is sealed opens again, whatever its size, and no two frames share an IV")
    func roundTrip() throws {
        let sealer = try Sealer(secret: secret())
        let opener = try Opener(secret: secret())
        var ivs: Set<Data> = []
        for size in [0, 1, 15, 16, 17, 1000, 1 << 20] + Array(repeating: 5, count: 600) {
            let text = JSONText(.string(String(repeating: "a", count: size)))
            let message = try sealer.seal(text, peerId: UInt32(size))
            let envelope = try #require(Envelope(message))
            #expect(envelope.peerId == UInt32(size))
            ivs.insert(Data(envelope.sealed.prefix(12)))
            #expect(try opener.open(envelope).json() == text)
        }
        #expect(ivs.count == 607)
    }

    @Test("every vector of sealed.json opens or fails as it says")
    func vectors() throws {
        var count = 0
        for test in try #require(try Vectors.json("sealed.json")["frames"]).elements {
            count += 1
            let id = test["id"]?.stringValue ?? ""
            let secret = try #require(RoomSecret(bytes: Array(hexData(test["keyHex"]?.stringValue ?? ""))))
            let sealed = test["envelopeHex"]?.stringValue.map { hexData($0).dropFirst(4) }
            let envelope = Envelope(peerId: 0, sealed: sealed ?? hexData(test["sealedHex"]?.stringValue ?? ""))
            let canonical: String?
            do {
                canonical = try Opener(secret: secret).open(envelope).json().canonical
            } catch is SealError {
                canonical = nil
            } catch is JSONError {
                canonical = nil
            }
            #expect((canonical != nil) == (test["expect"]?.stringValue == "opens"), "\(id)")
            if let expected = test["valueCanonical"]?.stringValue { #expect(canonical == expected, "\(id)") }
        }
        #expect(count > 40)
    }

    @Test("tokens compare by their bytes")
    func tokens() throws {
        let token = try #require(WriteToken(bytes: Array(0..<16)))
        var other = Array(UInt8(0)..<16)
        #expect(try #require(WriteToken(bytes: other)) == token)
        other[15] ^= 0x80
        #expect(try #require(WriteToken(bytes: other)) != token)
        #expect(WriteToken(bytes: [1]) == nil)
        #expect(try RoomSecret.random() != RoomSecret.random())
    }
}

func hexData(_ digits: String) -> Data {
    var bytes = Data()
    var rest = digits[...]
    while let byte = UInt8(rest.prefix(2), radix: 16) {
        bytes.append(byte)
        rest = rest.dropFirst(2)
    }
    return bytes
}
