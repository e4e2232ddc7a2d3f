import Foundation

/// How much a notification may show, where the notification service extension can read it: beside the widget's
/// snapshot. A person who lowers the level sees it at once, not only after the bridge has heard of it.
public enum SharedPrivacy {
    /// The name of the file.
    public static let fileName = "privacy.txt"

    /// The level the app wrote last; the most careful one when there is none.
    public static func level(in folder: URL?) -> PrivacyLevel {
        guard let folder else { return .private }
        do {
            let text = try String(contentsOf: folder.appendingPathComponent(fileName), encoding: .utf8)
            return PrivacyLevel(rawValue: text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .private
        } catch {
            return .private
        }
    }
}
