import CollabWire
import EnclaveModel
import Foundation

/// Values that several suites need.
enum Samples {
    static func json(_ text: String) -> JSONText {
        do { return try JSONText(validating: text) } catch { preconditionFailure("not JSON: \(text)") }
    }

    static func select(
        _ id: Int, title: String = "Which?", _ options: [String], marker: Ask.Select.Marker? = nil,
        checked: [Int] = [], markable: Int? = nil
    ) -> Ask {
        Ask(
            id: .number(id), title: title,
            kind: .select(
                Ask.Select(
                    options: options.map { Ask.Option(label: $0, description: nil) }, initialIndex: nil,
                    marker: marker, checkedIndices: checked, markableCount: markable, helpText: nil)),
            raw: json("{}"))
    }

    static func editor(_ id: Int, title: String = "Why?", prefill: String? = nil) -> Ask {
        Ask(id: .number(id), title: title, kind: .editor(prefill: prefill), raw: json("{}"))
    }

    static func agent(
        _ id: String, kind: AgentInfo.Kind = .sub, status: AgentInfo.Status = .running, hasSessionFile: Bool = true
    ) -> AgentInfo {
        AgentInfo(
            id: id, displayName: id, kind: kind, parentId: nil, status: status, hasSessionFile: hasSessionFile,
            createdAt: nil, lastActivity: nil, raw: json("{}"))
    }

    /// A synthetic room with a published key: bytes 00…1f, write token f0…ff.
    static let controlText = "AbCdEf123456_-Xy.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh_w8fLz9PX29_j5-vv8_f7_"

    static let controlLink: RoomLink = {
        do { return try RoomLink(parsing: controlText) } catch { preconditionFailure("\(error)") }
    }()

    /// Whether a text holds eight characters in a row of the secret of ``controlText``.
    static func leaks(_ text: String) -> Bool {
        let secret = Array(controlText.drop { $0 != "." }.dropFirst())
        return (0...secret.count - 8).contains { text.contains(String(secret[$0..<$0 + 8])) }
    }

    /// A key made of one repeated hexadecimal digit.
    static func key(_ digit: Character) -> RoomKey {
        guard let key = RoomKey(rawValue: String(repeating: digit, count: 64)) else {
            preconditionFailure("\(digit) is no digit")
        }
        return key
    }
}

/// A folder that goes with the test that made it.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "enclave-tests-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }
}
