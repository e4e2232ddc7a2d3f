import Foundation

extension JSONText {
    /// Canonical JSON: keys sorted by UTF-16 units, no spaces, numbers and strings the way `JSON.stringify` writes them
    /// (half a surrogate pair as `\udXXX`); of members with one key the last counts.
    ///
    /// Two texts mean the same to JavaScript exactly when their canonical forms are equal. Iterative: nesting of any
    /// depth is fine.
    public var canonical: String {
        withNode { root in
            var writer = JSONWriter()
            var pending: [Step] = [.value(root)]
            while let step = pending.popLast() {
                switch step {
                case .verbatim(let byte): writer.append(byte: byte)
                case .key(let units):
                    writer.append(units: units)
                    writer.append(byte: UInt8(ascii: ":"))
                case .value(let node): Self.write(node, to: &writer, pending: &pending)
                }
            }
            return writer.string
        }
    }

    /// Work that waits while something before it is written.
    private enum Step {
        case verbatim(UInt8)
        case key([UInt16])
        case value(JSONNode)
    }

    private static func write(_ node: JSONNode, to writer: inout JSONWriter, pending: inout [Step]) {
        switch node.byte {
        case UInt8(ascii: "{"):
            var members: [(key: [UInt16], value: JSONNode)] = []
            node.forEachMember { members.append(($0.units ?? [], $1)) }
            // The sort is stable, so of equal keys the one written last stays last.
            members.sort { $0.key.lexicographicallyPrecedes($1.key) }
            writer.append(byte: UInt8(ascii: "{"))
            pending.append(.verbatim(UInt8(ascii: "}")))
            var isLast = true
            for position in members.indices.reversed() {
                let member = members[position]
                if position + 1 < members.count, members[position + 1].key == member.key { continue }
                if !isLast { pending.append(.verbatim(UInt8(ascii: ","))) }
                isLast = false
                pending.append(.value(member.value))
                pending.append(.key(member.key))
            }
        case UInt8(ascii: "["):
            writer.append(byte: UInt8(ascii: "["))
            pending.append(.verbatim(UInt8(ascii: "]")))
            var elements: [JSONNode] = []
            node.forEachElement { elements.append($0) }
            for position in elements.indices.reversed() {
                pending.append(.value(elements[position]))
                if position > 0 { pending.append(.verbatim(UInt8(ascii: ","))) }
            }
        case UInt8(ascii: "\""): writer.append(units: node.units ?? [])
        case UInt8(ascii: "t"), UInt8(ascii: "f"): writer.append(node.bool ?? false)
        case UInt8(ascii: "n"): writer.appendNull()
        default: writer.append(node.double ?? 0)
        }
    }
}
