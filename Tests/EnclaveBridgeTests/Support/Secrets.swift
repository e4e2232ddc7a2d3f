import Foundation

/// What must show nowhere, in runs of eight: characters of texts, bytes of keys.
struct Secrets {
    private var runs: Set<ArraySlice<UInt8>> = []

    /// Length of a run.
    private static let length = 8

    /// Adds texts; a text that is shorter than a run stands for itself, and is looked for as the beginning of nothing.
    mutating func add(_ texts: String...) {
        for text in texts { add(bytes: Array(text.utf8)) }
    }

    /// Adds the bytes of a key as they are.
    mutating func add(bytes: [UInt8]) {
        guard bytes.count >= Self.length else { return }
        for start in 0...(bytes.count - Self.length) {
            let run = bytes[start..<start + Self.length]
            // Of a made-up key's runs of one byte there are many in any file.
            if Set(run).count > 1 || run.first.map({ $0 > 0x20 && $0 < 0x7F }) == true { runs.insert(run) }
        }
    }

    /// Leaves out the runs of a text that may be seen.
    mutating func remove(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.length else { return }
        for start in 0...(bytes.count - Self.length) { runs.remove(bytes[start..<start + Self.length]) }
    }

    /// The runs that a text holds.
    func found(in text: String) -> [String] { found(in: Data(text.utf8)) }

    /// The runs that bytes hold, as texts.
    func found(in data: Data) -> [String] {
        runs.filter { data.range(of: Data($0)) != nil }.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }
}
