import CollabWire
import Foundation

/// `links.json`: `envelopes`.
enum EnvelopesSuite: Suite {
    static let name = "envelopes"

    static func run(in folder: Folder, report: inout Report) async {
        do {
            guard let file = try folder.json("links.json") else { return }
            for test in file.list("envelopes") { check(test, &report) }
        } catch {
            report.record(Self.self, "links.json", .failed("\(error)"))
        }
    }

    private static func check(_ test: JSONText, _ report: inout Report) {
        let id = test["envelopeHex"]?.stringValue ?? "?"
        let message = Data(test["envelopeHex"]?.hexBytes ?? [])
        let unpacked = Envelope(message)
        let expected = test["unpacked"].flatMap { unpacked in
            unpacked.isNull ? nil : "\(unpacked["peerId"]?.intValue ?? -1) \(unpacked["payloadHex"]?.stringValue ?? "")"
        }
        report.compare(
            Self.self, id, expected: expected ?? "nothing",
            found: unpacked.map { "\($0.peerId) \($0.sealed.hex)" } ?? "nothing")
        guard let peerId = test["peerId"]?.intValue.flatMap({ UInt32(exactly: $0) }),
            let payload = test["payloadHex"]?.hexBytes
        else { return }
        report.compare(
            Self.self, id + "-pack", expected: id, found: Envelope(peerId: peerId, sealed: Data(payload)).packed.hex)
    }
}
