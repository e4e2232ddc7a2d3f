import EnclaveModel

/// Who sits before a fixture's device: answers when it is told to, and counts how often it was asked.
@MainActor
public final class FixtureOwner: DeviceOwner {
    /// How the device would find out.
    public var proof: OwnerProof? = .face
    /// What comes of being asked; nil lets the question stand until ``answer(_:)``.
    public var mood: OwnerAnswer? = .confirmed
    /// How often the system asked.
    public private(set) var asked = 0
    private var waiting: [CheckedContinuation<OwnerAnswer, Never>] = []

    /// Nobody has been asked.
    public init() {}

    /// Asks.
    public func confirm(reason: String) async -> OwnerAnswer {
        asked += 1
        if let mood { return mood }
        return await withCheckedContinuation { waiting.append($0) }
    }

    /// Answers whatever was asked.
    public func answer(_ answer: OwnerAnswer) {
        for continuation in waiting { continuation.resume(returning: answer) }
        waiting = []
    }
}
