import Crypto
import EnclaveContracts
import Foundation
import Testing

@Suite("An alert's text, sealed for the device")
struct AlertTextTests {
    private struct Vector: Decodable {
        var name: String
        var deviceSecret: String
        var devicePublic: String
        var payload: AlertPayload
        var text: AlertText
    }

    private static func vectors() throws -> [Vector] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/push/sealed-alerts.json")
        return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
    }

    private let payload = AlertPayload(room: String(repeating: "ab", count: 32), reason: .ask, askId: "5")

    @Test("What another implementation sealed opens, and only in its own alert")
    func vectors() throws {
        let vectors = try Self.vectors()
        #expect(vectors.count == 4)
        for vector in vectors {
            let key = try AgreementKey(secret: #require(Hexadecimal.decode(vector.deviceSecret)))
            #expect(Hexadecimal.encode(key.publicKey.bytes) == vector.devicePublic)
            #expect(try AlertText(opening: vector.payload, with: key) == vector.text, "\(vector.name)")
            var moved = vector.payload
            moved.askId = "6"
            #expect(throws: AlertTextError.crypto(.authenticationFailed)) { try AlertText(opening: moved, with: key) }
            moved = vector.payload
            moved.room = String(repeating: "0", count: 64)
            #expect(throws: AlertTextError.crypto(.authenticationFailed)) { try AlertText(opening: moved, with: key) }
        }
    }

    @Test("Comes back whole, and the payload shows nothing of it")
    func roundTrip() throws {
        let key = try AgreementKey()
        let text = AlertText(title: "harbour plan", body: "Which pier, north or south?", options: ["North", "South"])
        let sealed = try text.sealed(into: payload, for: key.publicKey)
        #expect(try AlertText(opening: sealed, with: key) == text)
        let json = String(decoding: try JSONEncoder().encode(sealed), as: UTF8.self)
        for word in ["harbour", "pier", "North"] { #expect(!json.contains(word)) }
        #expect(throws: AlertTextError.crypto(.authenticationFailed)) {
            try AlertText(opening: sealed, with: AgreementKey())
        }
    }

    @Test("Texts of about the same length are sealed to the same length")
    func padding() throws {
        let key = try AgreementKey().publicKey
        let sizes = try [1, 20, 60, 120].map { length in
            try AlertText(title: "t", body: String(repeating: "x", count: length)).sealed(into: payload, for: key)
                .sealed?.ct.utf8.count
        }
        #expect(Set(sizes).count == 1)
    }

    @Test(
        "However long, it fits a push of 4 KB, cut at whole characters",
        arguments: ["a", "\"\\", "港口", "👩‍👩‍👧‍👦", "\u{0}", "e\u{301}\u{302}"])
    func fits(unit: String) throws {
        let key = try AgreementKey()
        let long = String(repeating: unit, count: 5_000)
        let text = AlertText(title: long, body: long, options: ["Yes", "No"])
        let sealed = try text.sealed(into: payload, for: key.publicKey)
        let push = try PushPayload.alert(sealed, badge: 99, loudness: .timeSensitive)
        #expect(push.count <= PushPayload.maximumBytes)
        let opened = try AlertText(opening: sealed, with: key)
        #expect(opened.options == ["Yes", "No"])
        let units = Set(unit)
        #expect(opened.body.dropLast().allSatisfy(units.contains))
        #expect(opened.body.count > 10)
    }

    @Test("More than four options, or one too long for a button, are left to the app")
    func options() {
        #expect(AlertText(title: "", body: "", options: ["1", "2", "3", "4", "5"]).fitted().options.isEmpty)
        #expect(
            AlertText(title: "", body: "", options: [String(repeating: "a", count: 121), "b"]).fitted().options.isEmpty)
        #expect(AlertText(title: "", body: "", options: ["1", "2", "3", "4"]).fitted().options.count == 4)
    }

    @Test("A damaged, foreign or newer text is refused with a sentence")
    func refusals() throws {
        let key = try AgreementKey()
        #expect(throws: AlertTextError.missing) { try AlertText(opening: payload, with: key) }
        var odd = payload
        odd.sealed = .init(v: 2, epk: "", ct: "")
        #expect(throws: AlertTextError.newer(2)) { try AlertText(opening: odd, with: key) }
        odd.sealed = .init(v: 1, epk: "*", ct: "AA")
        #expect(throws: AlertTextError.unreadable) { try AlertText(opening: odd, with: key) }
        odd.sealed = .init(v: 1, epk: "AAAA", ct: "AAAA")
        #expect(throws: AlertTextError.crypto(.truncated)) { try AlertText(opening: odd, with: key) }
        for error in [AlertTextError.missing, .newer(2), .unreadable, .crypto(.authenticationFailed)] {
            #expect("\(error)".hasSuffix("."))
        }
    }

    @Test("A collapse id has at most 64 bytes, one per room, reason and ask")
    func collapse() throws {
        let long = AlertPayload(room: payload.room, reason: .ask, askId: String(repeating: "x", count: 500))
        let ids = try [payload, long, AlertPayload(room: payload.room, reason: .turnEnded)].map { try $0.collapseId() }
        #expect(Set(ids).count == 3)
        #expect(ids.allSatisfy { $0.utf8.count == 43 })
        var withdrawal = payload
        withdrawal.withdraws = true
        #expect(try withdrawal.collapseId() == ids[0])
    }
}
