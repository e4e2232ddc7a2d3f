import Foundation

/// Reads JSONL that comes in pieces, such as a subagent's transcript (protocol §9).
///
/// A line may be split anywhere: what follows the last line feed is kept (``carry``) and completed by the next piece.
/// Lines that are no JSON, and blank ones, are left out. A value; copying it forks the reading.
public struct JSONLines: Sendable, Hashable {
    /// A line longer than this is given up and skipped to its end: 64 MiB.
    public static let maximumLineByteCount = 64 << 20

    private var pending: [UInt8] = []
    private var isSkipping = false

    /// A reader that begins in the middle of a line whose beginning is `carry`.
    public init(carry: String = "") { pending = Array(carry.utf8) }

    /// The incomplete line at the end of what was read.
    public var carry: String { String(decoding: pending, as: UTF8.self) }

    /// Reads a piece and gives the values of the lines it completes. Time: linear in the piece.
    public mutating func read(_ piece: String) -> [JSONText] {
        var items: [JSONText] = []
        var piece = piece
        piece.withUTF8 { bytes in
            var rest = bytes[...]
            while let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = rest[..<feed]
                rest = rest[(feed + 1)...]
                if isSkipping {
                    isSkipping = false
                } else if pending.isEmpty {
                    append(line, to: &items)
                } else {
                    pending.append(contentsOf: line)
                    append(pending[...], to: &items)
                    pending.removeAll()
                }
            }
            guard !isSkipping else { return }
            pending.append(contentsOf: rest)
            if pending.count > Self.maximumLineByteCount {
                pending.removeAll()
                isSkipping = true
            }
        }
        return items
    }

    private func append(_ line: some Collection<UInt8>, to items: inout [JSONText]) {
        let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .linkWhitespace)
        guard !text.isEmpty else { return }
        do throws(JSONError) {
            items.append(try JSONText(validating: text))
        } catch {
            // A damaged line costs itself; the file goes on.
        }
    }
}
