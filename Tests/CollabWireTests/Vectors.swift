import CollabWire
import Foundation
import Testing

/// The vector files of `Tests/Vectors`.
enum Vectors {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../Vectors").standardized

    static func json(_ name: String) throws -> JSONText {
        try JSONText(validating: Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// Every frame of every recorded stream, with the stream's name.
    static func frames() throws -> [(stream: String, frame: JSONText)] {
        let sessions = folder.appendingPathComponent("sessions")
        var frames: [(String, JSONText)] = []
        for file in try FileManager.default.contentsOfDirectory(atPath: sessions.path).sorted()
        where file.hasSuffix(".ndjson") {
            var lines = JSONLines()
            let text = try String(contentsOf: sessions.appendingPathComponent(file), encoding: .utf8)
            for line in lines.read(text + "\n") {
                if let frame = line["frame"] { frames.append((file, frame)) }
            }
        }
        return frames
    }
}

/// A deterministic source of test data.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

extension JSONText {
    init(_ text: String) throws { try self.init(validating: text) }
}
