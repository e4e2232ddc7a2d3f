import CollabReplica
import CollabWire
import Foundation

/// Knows the host's announcement of this guest itself: everybody in the room is told "<name> joined", but who has just
/// joined knows.
///
/// Words of a host that speaks otherwise are told like any others, and so is somebody else of the same name: each
/// connection announces this guest once.
struct OwnArrival {
    private let announcements: Set<String>
    private var isExpected = true

    /// - Parameter name: the guest's, as it was given; the host trims it.
    init(name: String) {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        let shown = name.utf16.count <= 64 ? name : String(decoding: name.utf16.prefix(64), as: UTF16.self)
        announcements = ["\(shown) joined", "\(shown) joined (view only)"]
    }

    /// The connection is opened anew: the host will announce this guest again.
    mutating func expect() { isExpected = true }

    /// Whether a notice is the announcement; true once a connection.
    mutating func covers(_ notice: Notice) -> Bool {
        guard isExpected, notice.level == .info, announcements.contains(notice.message) else { return false }
        isExpected = false
        return true
    }
}
