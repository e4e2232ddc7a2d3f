import CollabWire

/// Makes entries fit the wire: above 1 MiB the largest values are taken out and can be fetched (protocol §11).
enum Elision {
    /// The size above which an entry is shrunk, in UTF-16 units of its JSON text.
    static let limit = 1 << 20

    /// A value that was taken out.
    struct Removed: Sendable {
        let path: [PathStep]
        let hash: String
        /// The value's JSON text.
        let text: String
    }

    /// An entry as it goes out, with what is missing from it.
    struct Shrunk {
        var text: String
        var removed: [Removed]
    }

    static func shrink(_ entry: JSONValue) -> Shrunk {
        let text = HostJSON.text(entry)
        guard text.utf16.count > limit else { return Shrunk(text: text, removed: []) }
        var cuts: [Cut] = []
        var missing = text.utf16.count - limit + reserve
        for candidate in candidates(in: entry).sorted(by: { $0.units > $1.units }) {
            // A cut inside a value that is cut already would address nothing.
            guard
                !cuts.contains(where: { candidate.path.starts(with: $0.path) || $0.path.starts(with: candidate.path) })
            else { continue }
            cuts.append(candidate)
            missing -= candidate.units
            if missing <= 0 { break }
        }
        let removed = cuts.map { Removed(path: $0.path, hash: hash(of: $0.text), text: $0.text) }
        let records = JSONValue.array(zip(cuts, removed).map { record(for: $0, hash: $1.hash) })
        let rest = apply(Dictionary(uniqueKeysWithValues: cuts.map { ($0.path, $0) }), to: entry, at: [])
        let shrunk = HostJSON.text(adding(records, to: rest ?? .null))
        guard shrunk.utf16.count > limit else { return Shrunk(text: shrunk, removed: removed) }
        return wholeEntry(entry, text: text)
    }

    /// Room for the stand-ins and records that the cuts themselves cost.
    private static let reserve = 16 << 10
    /// Strings and images below this stay: cutting them would gain little and cost much.
    private static let smallestCut = 8 << 10
    /// Characters of a cut string that stay visible.
    private static let visiblePart = 400
    /// Elements of a cut array that stay.
    private static let visibleElements = 20

    // MARK: Finding what to cut

    private struct Cut {
        enum Kind: String { case string, array, image, entry }
        var path: [PathStep]
        var kind: Kind
        var text: String
        var units: Int
        var mimeType: String?
        /// Taken out of an array of images only, where no text block may stand in for it.
        var isRemoval = false
    }

    private static func candidates(in value: JSONValue) -> [Cut] {
        var cuts: [Cut] = []
        collect(value, at: [], in: nil, into: &cuts)
        return cuts
    }

    private static func collect(
        _ value: JSONValue, at path: [PathStep], in parent: [JSONValue]?, into cuts: inout [Cut]
    ) {
        // In an array of content a text block can stand in for an image; in any other array of images it could not.
        let isContent = path.dropLast().last == .key("content")
        switch value {
        case .string(let string) where string.utf8.count > smallestCut && !isStructural(path):
            let text = HostJSON.text(value)
            cuts.append(Cut(path: path, kind: .string, text: text, units: text.utf16.count))
        case .object(let object):
            if object["type"] == .string("image"), case .string(let data)? = object["data"] {
                guard data.utf8.count > smallestCut else { return }
                let text = HostJSON.text(value)
                let mimeType: String? = if case .string(let type)? = object["mimeType"] { type } else { nil }
                cuts.append(
                    Cut(
                        path: path, kind: .image, text: text, units: text.utf16.count, mimeType: mimeType,
                        isRemoval: !isContent && parent?.allSatisfy(isImage) ?? false))
                return
            }
            for member in object.members { collect(member.value, at: path + [.key(member.key)], in: nil, into: &cuts) }
        case .array(let items):
            if items.count > visibleElements * 2, !isStructural(path) {
                let text = HostJSON.text(value)
                cuts.append(Cut(path: path, kind: .array, text: text, units: text.utf16.count))
            }
            for (index, item) in items.enumerated() {
                collect(item, at: path + [.index(index)], in: items, into: &cuts)
            }
        default: return
        }
    }

    /// Ids, types and roles hold an entry together: they stay.
    private static func isStructural(_ path: [PathStep]) -> Bool {
        guard case .key(let key)? = path.last else { return path.isEmpty }
        return ["id", "parentId", "type", "role", "timestamp", "toolCallId", "toolName", "name", "mimeType"]
            .contains(key)
    }

    private static func isImage(_ value: JSONValue) -> Bool {
        guard case .object(let object) = value else { return false }
        return object["type"] == .string("image")
    }

    // MARK: Cutting

    /// The value without what was cut; nil when it was removed altogether.
    private static func apply(_ cuts: [[PathStep]: Cut], to value: JSONValue, at path: [PathStep]) -> JSONValue? {
        if let cut = cuts[path] { return cut.isRemoval ? nil : standIn(for: value, cut) }
        switch value {
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.compactMap { member in
                        apply(cuts, to: member.value, at: path + [.key(member.key)]).map {
                            JSONObject.Member(key: member.key, value: $0)
                        }
                    }))
        case .array(let items):
            return .array(items.enumerated().compactMap { apply(cuts, to: $1, at: path + [.index($0)]) })
        default: return value
        }
    }

    private static func standIn(for value: JSONValue, _ cut: Cut) -> JSONValue {
        switch value {
        case .string(let text):
            .string("\(text.prefix(visiblePart))…[\(text.utf16.count - visiblePart) characters left out]")
        case .array(let items):
            .array(
                items.prefix(visibleElements).filter { HostJSON.text($0).utf16.count < smallestCut }
                    + [.string("…[\(items.count - visibleElements) items left out]")])
        default:
            HostJSON.object([
                "type": .string("text"),
                "text": .string("[image \(cut.mimeType ?? "of unknown type"), \(cut.units / 1024) KB left out]"),
            ])
        }
    }

    /// The last resort: an entry of nothing but small values that is too large all the same.
    private static func wholeEntry(_ entry: JSONValue, text: String) -> Shrunk {
        guard case .object(let object) = entry else { return Shrunk(text: text, removed: []) }
        let cut = Cut(path: [], kind: .entry, text: text, units: text.utf16.count)
        let removed = Removed(path: [], hash: hash(of: text), text: text)
        let note = HostJSON.object([
            "type": .string("text"), "text": .string("[entry of \(cut.units / 1024) KB left out]"),
        ])
        var members = object.members.filter {
            ["type", "id", "parentId", "timestamp", "customType", "display"].contains($0.key)
        }
        if case .object(let message)? = object["message"] {
            var kept = message.members.filter {
                ["role", "timestamp", "toolCallId", "toolName", "isError", "model", "usage", "stopReason"]
                    .contains($0.key)
            }
            kept.append(JSONObject.Member(key: "content", value: .array([note])))
            members.append(JSONObject.Member(key: "message", value: .object(JSONObject(kept))))
        } else {
            members.append(JSONObject.Member(key: "content", value: .array([note])))
            members.append(JSONObject.Member(key: "summary", value: .string("")))
        }
        let stub = adding(.array([record(for: cut, hash: removed.hash)]), to: .object(JSONObject(members)))
        return Shrunk(text: HostJSON.text(stub), removed: [removed])
    }

    private static func adding(_ records: JSONValue, to entry: JSONValue) -> JSONValue {
        guard case .object(var object) = entry else { return entry }
        object.members.append(JSONObject.Member(key: "collabElided", value: records))
        return .object(object)
    }

    private static func record(for cut: Cut, hash: String) -> JSONValue {
        HostJSON.object([
            "path": .array(
                cut.path.map { step in
                    switch step {
                    case .key(let key): .string(key)
                    case .index(let index): HostJSON.number(index)
                    }
                }),
            "kind": .string(cut.kind.rawValue), "bytes": HostJSON.number(cut.units), "hash": .string(hash),
            "mimeType": HostJSON.optional(cut.mimeType), "removed": cut.isRemoval ? .bool(true) : nil,
        ])
    }

    /// FNV-1a over the value's text: it tells one version of a value from another, nothing more.
    private static func hash(of text: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
