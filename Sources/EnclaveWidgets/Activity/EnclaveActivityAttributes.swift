import ActivityKit
import EnclaveContracts

/// The fixed part of a Live Activity, and the type of what changes: the bridge's pushes name this type and carry these
/// fields (``EnclaveContracts/PushPayload/Attributes``).
public struct EnclaveActivityAttributes: ActivityAttributes, Hashable, Sendable {
    /// What the lock screen shows; the same value that app and bridge make.
    public typealias ContentState = EnclaveContracts.ActivityContent

    /// The room's key on this device.
    public var room: String

    /// Attributes of a room's activity.
    public init(room: String) { self.room = room }
}
