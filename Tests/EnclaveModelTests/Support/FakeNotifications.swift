import EnclaveAlerts
import EnclaveContracts
import EnclaveModel
import Foundation

/// Notifications without a system: what is on the screen, what was heard, what is offered.
final class FakeNotifications: NotificationHost, @unchecked Sendable {  // Every access holds the lock.
    private let lock = NSLock()
    private var screen: [String: AlertDraft] = [:]
    private var pushed: [String: AlertPayload]
    private var sounds: [String] = []
    private var offered: [AlertCategory] = []
    private var number = 0
    private var allowed = NotificationPermission.granted

    /// - Parameter pushed: what pushes brought before the app was launched.
    init(pushed: [String: AlertPayload] = [:]) { self.pushed = pushed }

    private func locked<Value>(_ body: () -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    /// What the app showed and did not take back.
    var shown: [AlertDraft] { locked { screen.values.sorted { $0.id < $1.id } } }
    /// The texts of everything that made a sound, in order.
    var heard: [String] { locked { sounds } }
    var categories: [AlertCategory] { locked { offered } }
    var badge: Int { locked { number } }
    var isEmpty: Bool { locked { screen.isEmpty && pushed.isEmpty } }

    func show(_ draft: AlertDraft) async throws {
        locked {
            screen[draft.id] = draft
            if !draft.isSilent { sounds.append(draft.body) }
        }
    }

    func withdraw(_ ids: [String]) async {
        locked {
            for id in ids {
                screen[id] = nil
                pushed[id] = nil
            }
        }
    }

    func setCategories(_ categories: [AlertCategory]) async { locked { offered = categories } }
    func setBadge(_ count: Int) async { locked { number = count } }
    func delivered() async -> [String: AlertPayload] {
        locked { pushed.merging(screen.mapValues(\.payload)) { $1 } }
    }
    func permission() async -> NotificationPermission { locked { allowed } }
    func requestPermission() async throws -> NotificationPermission { locked { allowed } }
}
