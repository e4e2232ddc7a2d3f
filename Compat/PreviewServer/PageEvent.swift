import Foundation
import ViewTree

/// What a page sent.
struct PageEvent {
    var node: Int?
    var kind: EventKind?
    var sequence: Int?
    var setting: String?
    var payload = EventPayload()

    /// Reads `{"n":…,"k":…,…}`; `nil` for anything else.
    init?(_ text: String) {
        let object: Any
        do { object = try JSONSerialization.jsonObject(with: Data(text.utf8)) } catch { return nil }
        guard let fields = object as? [String: Any] else { return nil }
        func number(_ name: String) -> Double { (fields[name] as? NSNumber)?.doubleValue ?? 0 }
        setting = fields["set"] as? String
        node = (fields["n"] as? NSNumber)?.intValue
        kind = (fields["k"] as? String).flatMap(EventKind.init(rawValue:))
        sequence = (fields["seq"] as? NSNumber)?.intValue
        guard setting != nil || (node != nil && kind != nil) else { return nil }
        payload.text = fields["v"] as? String ?? ""
        payload.number = number("num")
        payload.x = number("x")
        payload.y = number("y")
        payload.startX = number("sx")
        payload.startY = number("sy")
        payload.width = number("w")
        payload.height = number("h")
        payload.isEnd = fields["end"] as? Bool ?? false
        payload.modifiers = Set(fields["mods"] as? [String] ?? [])
    }
}
