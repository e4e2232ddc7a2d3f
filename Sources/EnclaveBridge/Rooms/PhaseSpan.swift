import EnclaveContracts

/// Since when a room does what it does. A connection that breaks and comes back is no new beginning: what was going on
/// before has gone on.
struct PhaseSpan: Sendable {
    private var steady: (phase: ActivityContent.Phase, since: Int)?
    private var awaySince: Int?

    /// The room does this now.
    /// - Parameter now: seconds since 1970.
    /// - Returns: since when.
    mutating func since(_ phase: ActivityContent.Phase, now: Int) -> Int {
        if phase == .away {
            let since = awaySince ?? now
            awaySince = since
            return since
        }
        awaySince = nil
        if let steady, steady.phase == phase { return steady.since }
        steady = (phase, now)
        return now
    }
}
