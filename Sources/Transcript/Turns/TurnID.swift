/// Names a row for as long as a person may look at it.
///
/// A row is named by *where its content comes from* and *which part of it* it is:
///
/// * content that streams gets a number of its own, counted by the projector; when its durable entry lands, the entry's
///   rows keep that number. So block *k* of a streamed message and block *k* of its entry are the same row, and a screen
///   never sees it go and come back;
/// * content that arrives as an entry is named by the entry's id, or by its sequence number when it has none;
/// * a tool that runs before its call was seen is named by its call id;
/// * separators are named by what they stand before.
///
/// A folded activity has the id of its first step, so that a second step turns the row into a group in place.
public struct TurnID: Hashable, Sendable {
    /// Where a row's content comes from.
    public enum Origin: Hashable, Sendable {
        /// The id of a durable entry.
        case entry(String)
        /// The sequence number of an entry without an id.
        case position(Int)
        /// A streamed message, and later its entry: counted by the projector.
        case stream(Int)
        /// A running tool whose call was not seen yet: its call id.
        case runningTool(String)
        /// A row that the projector adds by itself, one of a kind.
        case marker(String)
    }

    /// Which part of the content a row shows.
    public enum Part: Hashable, Sendable {
        /// All of it.
        case whole
        /// A content block, by its index.
        case block(Int)
        /// How the message ended.
        case stop
        /// What the host trimmed and no other row offers to load.
        case elided
        /// The day separator before it.
        case day
    }

    /// Where the content comes from.
    public var origin: Origin
    /// Which part of it this is.
    public var part: Part

    /// A row's name.
    public init(_ origin: Origin, _ part: Part = .whole) {
        self.origin = origin
        self.part = part
    }

    /// The "earlier history" marker at the top.
    public static let earlierHistory = TurnID(.marker("earlier"))
    /// The "new since" marker.
    public static let newSince = TurnID(.marker("new"))
    /// What the host does to recover, at the end.
    public static let recovery = TurnID(.marker("recovery"))
}

extension TurnID: CustomStringConvertible {
    /// A short text that is unique per id, for accessibility identifiers and logs.
    public var description: String {
        let source =
            switch origin {
            case .entry(let id): "entry/\(id)"
            case .position(let position): "position/\(position)"
            case .stream(let number): "stream/\(number)"
            case .runningTool(let id): "tool/\(id)"
            case .marker(let name): "marker/\(name)"
            }
        let suffix =
            switch part {
            case .whole: ""
            case .block(let index): "/\(index)"
            case .stop: "/stop"
            case .elided: "/elided"
            case .day: "/day"
            }
        return source + suffix
    }
}
