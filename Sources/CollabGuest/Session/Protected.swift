import Foundation

/// A value behind a lock, for the few places that must answer without waiting for an actor.
///
/// Safe to share: `value` is read and written only while `lock` is held. (`Synchronization.Mutex` needs iOS 18.)
package final class Protected<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Runs `body` with exclusive access; `body` must not suspend or call out.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
