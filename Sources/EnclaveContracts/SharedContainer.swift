import Foundation

/// The folder that the app and its extensions share. Nothing in it is a secret.
public enum SharedContainer {
    /// The app group; the extensions' entitlements name it too. It is also the keychain group in which the device's key
    /// for sealed alerts lies, so that the notification service extension can read it.
    public static let group = "group.xyz.epsilver.enclave"

    /// The folder of the widget's snapshot; nil where there is no shared container.
    public static var snapshotFolder: URL? { folder?.appendingPathComponent("Snapshot", isDirectory: true) }
}
