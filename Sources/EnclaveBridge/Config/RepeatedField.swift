import Foundation

/// A field that stands twice in one object of a JSON text. Decoders take the last and say nothing: a sink's old address
/// would be left behind above the new one, and nobody would see which of them counts.
struct RepeatedField: Sendable, Hashable {
    /// The names on the way, lists' places from 1.
    var path: [String]
    /// The line of the second, from 1.
    var line: Int

    /// The first in a text; nil when there is none, or when the text is no JSON, of which the decoder tells.
    static func first(in json: Data) -> RepeatedField? {
        var scan = Scan(bytes: Array(json))
        return scan.run()
    }

    private struct Scan {
        /// An object or a list that is not closed yet.
        struct Level {
            /// Names so far; nil in a list.
            var names: Set<String>?
            /// Whether a text that comes now is a name.
            var isName = true
            /// Where in it the scan is.
            var place: String
        }

        let bytes: [UInt8]
        var levels: [Level] = []
        var line = 1
        var index = 0

        mutating func run() -> RepeatedField? {
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                switch byte {
                case UInt8(ascii: "\n"): line += 1
                case UInt8(ascii: "{"): levels.append(Level(names: [], place: ""))
                case UInt8(ascii: "["): levels.append(Level(names: nil, place: "1"))
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    guard levels.popLast() != nil else { return nil }
                case UInt8(ascii: ":"):
                    if !levels.isEmpty { levels[levels.count - 1].isName = false }
                case UInt8(ascii: ","): next()
                case UInt8(ascii: "\""):
                    guard let text = text() else { return nil }
                    if let found = name(text) { return found }
                default: break
                }
            }
            return nil
        }

        private mutating func next() {
            guard let last = levels.indices.last else { return }
            levels[last].isName = true
            if levels[last].names == nil, let place = Int(levels[last].place) { levels[last].place = "\(place + 1)" }
        }

        /// A name of the innermost object, when it is one and was there before.
        private mutating func name(_ text: String) -> RepeatedField? {
            guard let last = levels.indices.last, levels[last].names != nil, levels[last].isName else { return nil }
            levels[last].place = text
            guard levels[last].names?.insert(text).inserted == false else { return nil }
            return RepeatedField(path: levels.map(\.place), line: line)
        }

        /// The rest of a text, with what its escapes stand for; nil when it does not end, or is none.
        private mutating func text() -> String? {
            let start = index - 1
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if byte == UInt8(ascii: "\n") { return nil }
                if byte == UInt8(ascii: "\\") { index += 1 }
                guard byte == UInt8(ascii: "\"") else { continue }
                do {
                    return try JSONDecoder().decode(String.self, from: Data(bytes[start..<index]))
                } catch {
                    return nil
                }
            }
            return nil
        }
    }
}
