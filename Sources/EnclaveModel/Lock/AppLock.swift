import Foundation
import Observation

/// The app's lock: keeps what the person chose, asks the system for the owner, and says what covers the screens
/// (feature S6). What is decided is decided in ``LockMachine``.
@MainActor
@Observable
public final class AppLock {
    /// Where the lock stands.
    public private(set) var machine: LockMachine
    /// Why a choice could not be kept or read.
    public private(set) var problem: StorageError?
    /// The lock is off because the device has no passcode any more; until the person has read it.
    public private(set) var wasTurnedOff = false

    /// Where each window is, as its scene says: an iPad shows several, and they come and go one by one.
    private var windows: [UUID: LockMachine.Phase] = [:]

    /// The choices could not be read yet: before the first unlock after a restart nothing can be.
    @ObservationIgnored private var isUnread = false
    @ObservationIgnored private let owner: any DeviceOwner
    @ObservationIgnored private let files: PrivateFiles?
    @ObservationIgnored private let now: () -> Date
    @ObservationIgnored private let reason: () -> String
    private static let name = "lock.json"

    /// A lock over a folder. Choices that can't be read count as a lock: whoever made them unreadable gets nothing by it.
    /// - Parameters:
    ///   - files: where the choices are kept; nil keeps them in memory only.
    ///   - owner: asks the system.
    ///   - now: the wall clock: time away counts also while the device sleeps.
    ///   - reason: what the system's dialog says.
    public init(
        files: PrivateFiles?, owner: any DeviceOwner, now: @escaping () -> Date = Date.init,
        reason: @escaping () -> String
    ) {
        self.files = files
        self.owner = owner
        self.now = now
        self.reason = reason
        var settings = LockSettings()
        do throws(StorageError) {
            settings = try Self.read(files) ?? settings
        } catch {
            settings.isRequired = true
            problem = error
            isUnread = true
        }
        machine = LockMachine(settings: settings)
    }

    /// What lies over all screens.
    public var cover: LockMachine.Cover { machine.cover }
    /// Nobody sees the screens.
    public var isLocked: Bool { machine.state != .open }
    /// What the person chose.
    public var settings: LockSettings { machine.settings }
    /// How this device knows its owner; nil when it can't, and no lock can be chosen.
    public var proof: OwnerProof? { owner.proof }

    /// What lies over the screens of one window.
    public func cover(of window: UUID) -> LockMachine.Cover { machine.cover(over: windows[window] ?? .inactive) }

    /// A window came or went. The app is in front while one of its windows is, and away when all are.
    public func entered(_ phase: LockMachine.Phase, in window: UUID) {
        if windows[window] != phase { windows[window] = phase }
        if phase == .active { readAgain() }
        let phases = Set(windows.values)
        let all: LockMachine.Phase =
            phases.contains(.active) ? .active : phases.contains(.inactive) ? .inactive : .background
        handle(.phase(all, at: now()))
    }

    /// The person wants in.
    public func unlock() { handle(.unlock) }

    /// Turns the lock on or off, after the owner has confirmed it: nobody locks a device that is not theirs, or opens it.
    /// - Returns: whether it is as wished.
    @discardableResult
    public func require(_ isRequired: Bool) async -> Bool {
        guard isRequired != settings.isRequired else { return true }
        guard await owner.confirm(reason: reason()) == .confirmed else { return false }
        change { $0.isRequired = isRequired }
        return true
    }

    /// How long the app may be away before it locks.
    public func choose(_ grace: LockSettings.Grace) { change { $0.grace = grace } }

    /// Whether the screens are covered when the app is not in front.
    public func cover(whenLeft covers: Bool) { change { $0.coversWhenLeft = covers } }

    /// The person has read that the lock is off.
    public func acknowledge() { wasTurnedOff = false }

    private func readAgain() {
        guard isUnread else { return }
        do throws(StorageError) {
            let kept = try Self.read(files) ?? LockSettings()
            isUnread = false
            problem = nil
            handle(.settings(kept))
        } catch {
            problem = error
        }
    }

    private func change(_ body: (inout LockSettings) -> Void) {
        isUnread = false
        var settings = settings
        body(&settings)
        handle(.settings(settings))
        keep()
    }

    private func handle(_ input: LockMachine.Input) {
        var next = machine
        let effect = next.handle(input)
        if next != machine { machine = next }
        switch effect {
        case .ask:
            let (owner, reason) = (owner, reason())
            Task { [weak self] in
                let answer = await owner.confirm(reason: reason)
                self?.handle(.answer(answer))
            }
        case .turnOff:
            wasTurnedOff = true
            keep()
        case nil: break
        }
    }

    private func keep() {
        guard let files else { return }
        do {
            try files.write(try JSONEncoder().encode(settings), to: Self.name)
            problem = nil
        } catch {
            problem = error as? StorageError ?? .unwritable(Self.name, code: 0)
        }
    }

    private static func read(_ files: PrivateFiles?) throws(StorageError) -> LockSettings? {
        guard let data = try files?.read(name) else { return nil }
        do { return try JSONDecoder().decode(LockSettings.self, from: data) } catch { throw .damaged(name) }
    }
}
