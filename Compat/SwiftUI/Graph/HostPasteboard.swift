import Foundation

/// What was copied in one host: two hierarchies in one process are two devices.
@_spi(Preview) @MainActor public final class HostPasteboard {
    /// The system's name for plain text in UTF-8.
    private static let plainText = "public.utf8-plain-text"

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

    /// Keeps a text, or nothing.
    public func set(_ text: String?) { set(text.map { [[Self.plainText: $0]] } ?? [], until: nil) }

    /// The first text; nil once its time is over.
    public func text(now: Date) -> String? {
        if let end, end <= now { return nil }
        return Self.text(of: items)
    }

    /// The first text of some items.
    public static func text(of items: [[String: Any]]) -> String? {
        items.lazy.compactMap { $0[plainText] as? String }.first
    }
}
