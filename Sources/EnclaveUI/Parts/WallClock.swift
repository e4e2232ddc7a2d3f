import Foundation
import SwiftUI

/// What time it is, for ages and names of days. The system's, unless a fixture stops it.
package nonisolated struct WallClock: Sendable {
    /// The time now.
    package var now: @Sendable () -> Date

    /// A clock.
    package init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// The system's clock.
    package static let system = WallClock { Date() }
}

private struct WallClockKey: EnvironmentKey {
    static let defaultValue = WallClock.system
}

extension EnvironmentValues {
    /// What time it is for everything below.
    package var wallClock: WallClock {
        get { self[WallClockKey.self] }
        set { self[WallClockKey.self] = newValue }
    }
}
