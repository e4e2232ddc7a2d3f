import Glibc

/// A value behind a mutex, for state that an lws thread and tasks share for a few instructions at a time.
///
/// `Synchronization.Mutex` would do, but ThreadSanitizer does not see through it.
/// Sendable although it holds a pointer: the value is reached only through `withLock`.
final class Lock<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` alone. Never resume a continuation or call out in it: both may come back for this lock.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
