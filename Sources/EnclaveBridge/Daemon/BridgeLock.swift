import Foundation

/// A value behind a lock, for a few instructions at a time.
///
/// Sendable although the value is not: it is reached only through `withLock`. (`Synchronization.Mutex` gives
/// ThreadSanitizer false reports.)
final class BridgeLock<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    /// Runs `body` alone; never resume a continuation in it.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
