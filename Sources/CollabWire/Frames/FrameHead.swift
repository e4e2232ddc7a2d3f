import Foundation

/// What a frame is, found without checking or decoding it.
///
/// The look reads as far as it must: a frame's kind comes first in practice, so its length does not matter. It is a
/// hint: the text is not validated, and of members with the same name the first counts.
public struct FrameHead: Sendable, Hashable {
    /// The frame's `t`; nil when it has none, or the bytes are no object.
    public var type: String?
    /// The `type` of the event in an `event` frame.
    public var eventType: String?
    /// The `role` of the message in a message event.
    public var messageRole: String?

    /// A head from its parts.
    public init(type: String? = nil, eventType: String? = nil, messageRole: String? = nil) {
        self.type = type
        self.eventType = eventType
        self.messageRole = messageRole
    }

    /// Looks at an opened frame.
    public static func peek(_ plaintext: Plaintext) -> FrameHead {
        var head = FrameHead()
        plaintext.storage.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            var cursor = Peek(base: base, at: 0, end: bytes.count - JSONStorage.padding)
            cursor.look(into: &head)
        }
        return head
    }

    /// Whether this is a `message_update` of the streamed (assistant) message: it carries all that came before it.
    public var isAssistantUpdate: Bool {
        type == "event" && eventType == "message_update" && messageRole == "assistant"
    }

    /// Whether a frame with this head need not be decoded when `next` is the very next frame (protocol §7: each update
    /// carries the whole message, so only the newest matters).
    public func isSuperseded(by next: FrameHead) -> Bool { isAssistantUpdate && next.isAssistantUpdate }
}

/// A careful walk over bytes that may be anything. Never reads beyond `end` by more than the padding.
private struct Peek {
    let base: UnsafePointer<UInt8>
    var at: Int
    let end: Int

    mutating func look(into head: inout FrameHead) {
        var eventAt: Int?
        open { key, peek in
            if key == "t", head.type == nil {
                head.type = peek.string()
            } else if key == "event", eventAt == nil {
                eventAt = peek.at
            }
            return head.type != nil && (head.type != "event" || eventAt != nil)
        }
        guard head.type == "event", let eventAt else { return }
        at = eventAt
        var messageAt: Int?
        open { key, peek in
            if key == "type", head.eventType == nil {
                head.eventType = peek.string()
            } else if key == "message", messageAt == nil {
                messageAt = peek.at
            }
            guard let type = head.eventType else { return false }
            return !type.hasPrefix("message_") || messageAt != nil
        }
        guard head.eventType?.hasPrefix("message_") == true, let messageAt else { return }
        at = messageAt
        open { key, peek in
            if key == "role" { head.messageRole = peek.string() }
            return head.messageRole != nil
        }
    }

    /// Visits the members of the object at the cursor until `visit` has enough. At each visit the cursor stands at the
    /// value.
    private mutating func open(_ visit: (_ key: String, _ peek: Peek) -> Bool) {
        guard skipSpace() == UInt8(ascii: "{") else { return }
        at += 1
        while true {
            var byte = skipSpace()
            if byte == UInt8(ascii: ",") {
                at += 1
                byte = skipSpace()
            }
            guard byte == UInt8(ascii: "\""), let key = string() else { return }
            at = JSONBytes.skipString(base, at: at)
            guard skipSpace() == UInt8(ascii: ":") else { return }
            at += 1
            _ = skipSpace()
            guard at < end else { return }
            if visit(key, self) { return }
            at = JSONBytes.skipValue(base, at: at, end: end)
        }
    }

    private mutating func skipSpace() -> UInt8? {
        while at < end {
            switch base[at] {
            case 0x20, 0x0A, 0x0D, 0x09: at += 1
            // A byte order mark may stand at the beginning.
            case 0xEF where at == 0 && base[1] == 0xBB && base[2] == 0xBF: at = 3
            default: return base[at]
            }
        }
        return nil
    }

    /// The string at the cursor, if it is a short one; names of kinds are.
    func string() -> String? {
        guard at < end, base[at] == UInt8(ascii: "\"") else { return nil }
        let after = JSONBytes.skipString(base, at: at)
        guard after <= end, after - at <= 66, base[after - 1] == UInt8(ascii: "\""), after - at >= 2 else { return nil }
        let bytes = UnsafeBufferPointer(start: base + at + 1, count: after - at - 2)
        return bytes.contains(UInt8(ascii: "\\")) ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
