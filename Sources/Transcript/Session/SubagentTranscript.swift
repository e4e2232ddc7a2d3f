import CollabWire
import Foundation

/// A subagent's transcript as rows: the same rows the session has, from the JSON lines of its file (protocol §9).
public struct SubagentTranscript: Sendable {
    private var projector: TranscriptProjector

    /// Nothing read yet.
    /// - Parameter timeZone: where days begin.
    public init(timeZone: TimeZone = .current) {
        projector = TranscriptProjector(timeZone: timeZone)
    }

    /// The rows so far.
    public var rows: TurnList { projector.rows }

    /// Takes the next lines in, in order. The header line is left out.
    public mutating func append(_ lines: [JSONText]) -> TurnDiff {
        let entries = lines.filter { $0["type"]?.stringValue != "session" }.map { Entry(decoding: $0) }
        return projector.append(entries)
    }
}
