/// Base64url without padding (RFC 4648 §5), the alphabet of links and tokens.
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The text of `bytes`.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(pending >> bits & 0x3F)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(pending << (6 - bits) & 0x3F)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of `text`; nil when it is empty, has other characters (padding included) or a length that no bytes
    /// have. Loose bits at the end are ignored, as other readers of links do.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let characters = text.utf8
        guard !characters.isEmpty, characters.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count * 3 / 4)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for character in characters {
            guard let value = value(character) else { return nil }
            pending = pending << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        return bytes
    }

    /// Whether a byte belongs to the alphabet; room ids are written in it too.
    static func contains(_ byte: UInt8) -> Bool { value(byte) != nil }

    private static func value(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - 0x41)
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - 0x61 + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - 0x30 + 52)
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
