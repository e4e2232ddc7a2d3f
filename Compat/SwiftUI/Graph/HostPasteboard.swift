import Foundation

/// What was copied in one host: two hierarchies in one process are two devices.
@_spi(Preview) @MainActor public final class HostPasteboard {
    /// What was copied last, by type.
    public private(set) var items: [[String: Any]] = []
    private var end: Date?

    /// Nothing was copied yet.
    public init() {}

    /// Keeps items, until a moment if there is one.
    public func set(_ items: [[String: Any]], until end: Date?) {
        self.items = items
        self.end = end
    }

    /// The first text; nil once its time is over.
    public func text(now: Date) -> String? {
        if let end, end <= now { return nil }
        return items.lazy.compactMap { $0["public.utf8-plain-text"] as? String }.first
    }
}
