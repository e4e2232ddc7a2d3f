import CollabGuest

/// Time that runs twenty times as fast: backoffs of seconds must not take seconds. Nothing that is asserted with it
/// depends on it: on a busy machine the hosts are late by the bridge's clock, and that must do no harm.
struct FastClock: SessionClock {
    private let inner = SystemClock()
    static let factor = 20.0

    func now() -> Double { inner.now() * Self.factor }
    func sleep(until deadline: Double) async throws { try await inner.sleep(until: deadline / Self.factor) }
}
