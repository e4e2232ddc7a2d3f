import Dispatch
import Foundation

/// Tells whether code runs where the main actor does.
///
/// On Linux the main queue may be served by any thread once `dispatchMain()` has been called, so that asking for the
/// main thread is not enough: the queue carries a mark.
enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true || Thread.isMainThread }

    /// Runs at once where the main actor is, and soon there from elsewhere.
    static func run(_ action: @escaping @MainActor @Sendable () -> Void) {
        if isCurrent {
            MainActor.assumeIsolated(action)
        } else {
            Task { @MainActor in action() }
        }
    }
}
