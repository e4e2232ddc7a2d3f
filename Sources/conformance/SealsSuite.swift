import CollabWire
import Crypto
import Foundation

/// `sealed.json`.
enum SealsSuite: Suite {
    static let name = "seals"

    static func run(in folder: Folder, report: inout Report) async {
        do {
            guard let file = try folder.json("sealed.json") else { return }
            for test in file.list("frames") {
                report.record(Self.self, test["id"]?.stringValue ?? "?", check(test))
            }
        } catch {
            report.record(Self.self, "sealed.json", .failed("\(error)"))
        }
    }

    private static func check(_ test: JSONText) -> Report.Outcome {
        guard let secret = RoomSecret(bytes: test["keyHex"]?.hexBytes ?? []) else { return .failed("no key") }
        let envelope: Envelope?
        if let message = test["envelopeHex"]?.hexBytes {
            envelope = Envelope(Data(message))
            guard envelope?.peerId == test["peerId"]?.intValue.flatMap({ UInt32(exactly: $0) }) else {
                return .failed("wrong peer id")
            }
        } else {
            envelope = Envelope(peerId: 0, sealed: Data(test["sealedHex"]?.hexBytes ?? []))
        }
        guard let envelope else { return .failed("no envelope") }
        let isMeantToOpen = test["expect"]?.stringValue == "opens"
        let text: JSONText
        do {
            text = try Opener(secret: secret).open(envelope).json()
        } catch let error as JSONError {
            return isMeantToOpen
                ? .failed("\(error)") : .deviating(rule: "opens-but-no-json", "opens, but holds no JSON: \(error)")
        } catch {
            return isMeantToOpen ? .failed("\(error)") : .passed
        }
        guard isMeantToOpen else { return .failed("opened, but should not") }
        return compare(text, test)
    }

    private static func compare(_ text: JSONText, _ test: JSONText) -> Report.Outcome {
        // A case that states the value's canonical form may not state exact text, and the other way round.
        if let canonical = test["valueCanonical"]?.canonicalOfString, text.canonical != canonical {
            return .failed(Report.difference(expected: canonical, found: text.canonical))
        }
        if let plaintext = test["plaintext"] {
            do {
                let expected = try JSONText(validating: plaintext.utf16Units ?? [])
                if expected != text { return .failed(Report.difference(expected: expected.string, found: text.string)) }
            } catch {
                return .failed("the case's plaintext: \(error)")
            }
        }
        if let digest = test["plaintextSha256"]?.stringValue ?? test["sha256"]?.stringValue {
            do {
                let found = try Digests.sha256(text.bytes).hex
                if found != digest { return .failed("SHA-256 expected \(digest) found \(found)") }
            } catch {
                return .failed("\(error)")
            }
        }
        return .passed
    }
}

extension JSONText {
    /// A canonical form that a case states as a string, in canonical form again (half pairs are written as escapes).
    fileprivate var canonicalOfString: String? {
        guard let units = utf16Units else { return nil }
        do {
            return try JSONText(validating: units).canonical
        } catch {
            return nil
        }
    }
}
