import Foundation

/// `enclave://room/<key>`: where widgets, Live Activities and notifications point to. It names a room this device knows
/// by its key, a hash, and tells nobody which room it is; links that let somebody in never look like this.
public enum RoomAddress {
    private static let prefix = "enclave://room/"

    /// The address of a room.
    /// - Parameter room: the room's key on this device.
    public static func url(room: String) -> URL? {
        isKey(room) ? URL(string: prefix + room) : nil
    }

    /// The key of the room an address names; nil for every other URL.
    public static func room(in url: URL) -> String? {
        let text = url.absoluteString
        guard text.lowercased().hasPrefix(prefix) else { return nil }
        let key = String(text.dropFirst(prefix.count))
        return isKey(key) ? key : nil
    }

    private static func isKey(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}
