/// Asks the system whether the device's owner is there.
@MainActor
public protocol DeviceOwner: Sendable {
    /// How the system would find out; nil when the device has no passcode, and so knows no owner.
    var proof: OwnerProof? { get }
    /// Asks. The system says why in its dialog, where it shows the reason.
    func confirm(reason: String) async -> OwnerAnswer
}

/// How a device knows its owner.
public enum OwnerProof: Sendable, Hashable {
    case face, touch, optic, passcode
}

/// What became of asking for the owner.
public enum OwnerAnswer: Sendable, Hashable {
    /// It is the owner.
    case confirmed
    /// The person, or the system, put the dialog away.
    case cancelled
    /// Not recognised, or tried too often.
    case refused
    /// The device has no passcode any more.
    case noOwner
}
