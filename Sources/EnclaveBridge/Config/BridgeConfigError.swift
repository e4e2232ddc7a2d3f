/// Why a bridge cannot start with what it was given. No case holds a link, key or token.
public enum BridgeConfigError: Error, Sendable, Hashable {
    /// What, where, why.
    case unreadable(String, String, String)
    /// What, where: others than the owner may read or write the file.
    case tooOpen(String, String)
    /// What, where: others may read or write the file, and it is another user's.
    case foreign(String, String)
    case unwritable(String, String)
    /// The configuration is no JSON, or a field is not what it should be.
    case malformed(String)
    /// A field at this place that nothing reads, and the known one that is nearest to it.
    case unknownField(String, nearest: String?)
    /// A field that stands twice in one object, and the line of the second.
    case repeatedField(String, line: Int)
    /// The link at this place (from 1) is none, and why.
    case badLink(Int, String)
    case noRooms
    /// Another bridge works on this folder.
    case folderInUse(String)
    case badStateKey(String)
    case badPushKey(String)
    case noRandomness
}

extension BridgeConfigError: CustomStringConvertible {
    /// What is wrong and what to do, in a sentence.
    public var description: String {
        switch self {
        case .unreadable(let what, let path, let why): "Cannot read \(what), \(path): \(why)."
        case .tooOpen(let what, let path):
            "\(path) can be read or changed by others, but it is \(what). Run: chmod 600 \(path)"
        case .foreign(let what, let path):
            "\(path) can be read or changed by others and belongs to another user, but it is \(what). "
                + "Name a file of your own, with mode 0600."
        case .unwritable(let path, let why): "Cannot write \(path): \(why)."
        case .malformed(let why): "The configuration cannot be used: \(why)."
        case .unknownField(let place, let nearest):
            "The configuration cannot be used: there is no field \(place)"
                + (nearest.map { "; did you mean \($0)?" } ?? ".")
        case .repeatedField(let place, let line):
            "The configuration cannot be used: \(place) stands there twice, again in line \(line). Leave one out."
        case .badLink(let place, let why): "Link number \(place) is none: \(why)"
        case .noRooms:
            "There is no room to follow: give links in the configuration or in ENCLAVE_BRIDGE_LINKS."
        case .folderInUse(let path):
            "Another bridge works on \(path). Stop it, or give this one a folder of its own (state)."
        case .badStateKey(let path): "\(path) holds no state key: 64 hexadecimal digits."
        case .badPushKey(let path): "\(path) holds no private key for APNs (a .p8 file of an Apple developer account)."
        case .noRandomness: "The system has no randomness to give."
        }
    }
}

extension BridgeConfigError {
    /// Where something stands in the configuration, for a person: `sinks.2.privacy`, counted from 1.
    static func place(_ path: [any CodingKey]) -> String {
        path.map { key in key.intValue.map { "\($0 + 1)" } ?? shown(key.stringValue) }.joined(separator: ".")
    }

    /// A field's name as it is safe to repeat: whoever writes a link or a secret where a name belongs must not read it
    /// again in an error.
    static func shown(_ name: String) -> String {
        let isName = name.utf8.count <= 24 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_" || $0 == "-") }
        return isName ? name : "(not a name)"
    }
}
