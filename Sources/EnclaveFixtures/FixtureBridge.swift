import EnclaveContracts
import EnclaveModel

/// A bridge of the stage's own: it answers renewals without any network.
public struct FixtureBridge: RenewalSender {
    /// How it answers.
    public enum Mood: Sendable {
        /// It takes them.
        case takes
        /// It does not know the device.
        case refuses
        /// It says nothing.
        case silent
        /// It is not there.
        case away
    }

    private let mood: Mood

    /// A bridge that answers like this.
    public init(mood: Mood) { self.mood = mood }

    /// Answers.
    public func send(_ renewal: String, to address: BridgeAddress) async throws(RenewalFailure) -> RenewalAnswer {
        switch mood {
        case .takes: return .taken
        case .refuses: return .refused
        case .away: throw .unreachable
        case .silent:
            let (never, _) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            throw .cancelled
        }
    }
}
