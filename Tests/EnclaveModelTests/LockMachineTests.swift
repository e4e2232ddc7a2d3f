import EnclaveModel
import Foundation
import Testing

@Suite("The app's lock")
struct LockMachineTests {
    private static let start = Date(timeIntervalSince1970: 1_778_578_860)

    private static func settings(
        _ isRequired: Bool, grace: LockSettings.Grace = .none, covers: Bool = true
    ) -> LockSettings {
        var settings = LockSettings()
        settings.isRequired = isRequired
        settings.grace = grace
        settings.coversWhenLeft = covers
        return settings
    }

    private static func phase(_ phase: LockMachine.Phase, _ seconds: TimeInterval = 0) -> LockMachine.Input {
        .phase(phase, at: start.addingTimeInterval(seconds))
    }

    /// One way through the machine: what happens, and what then is to be done and lies over the screens.
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        let settings: LockSettings
        let steps: [(LockMachine.Input, LockMachine.Effect?, LockMachine.Cover)]
        var testDescription: String { name }

        init(
            _ name: String, _ settings: LockSettings,
            _ steps: [(LockMachine.Input, LockMachine.Effect?, LockMachine.Cover)]
        ) {
            self.name = name
            self.settings = settings
            self.steps = steps
        }
    }

    private static let ways = [
        Way(
            "without a lock nothing asks, and the screens are covered when left", settings(false),
            [
                (phase(.active), nil, .none), (phase(.inactive), nil, .privacy), (phase(.background), nil, .privacy),
                (phase(.inactive, 9_999), nil, .privacy), (phase(.active, 9_999), nil, .none),
            ]),
        Way(
            "who wants no cover gets none", settings(false, covers: false),
            [
                (phase(.active), nil, .none), (phase(.inactive), nil, .none), (phase(.background), nil, .none),
            ]),
        Way(
            "a launch asks once it is in front", settings(true),
            [
                (phase(.active), .ask, .asking), (.answer(.confirmed), nil, .none),
            ]),
        Way(
            "the system's own dialog takes the app out of front, and does not lock it again", settings(true),
            [
                (phase(.active), .ask, .asking), (phase(.inactive), nil, .asking), (.answer(.confirmed), nil, .privacy),
                (phase(.active), nil, .none),
            ]),
        Way(
            "a dialog that was put away does not come back by itself", settings(true),
            [
                (phase(.active), .ask, .asking), (phase(.inactive), nil, .asking),
                (.answer(.cancelled), nil, .lock(nil)),
                (phase(.active), nil, .lock(nil)), (.unlock, .ask, .asking), (.answer(.refused), nil, .lock(.failed)),
                (.unlock, .ask, .asking), (.answer(.confirmed), nil, .none),
            ]),
        Way(
            "coming back asks again", settings(true),
            [
                (phase(.active), .ask, .asking), (.answer(.cancelled), nil, .lock(nil)),
                (phase(.inactive), nil, .lock(nil)),
                (phase(.background), nil, .lock(nil)), (phase(.inactive, 5), nil, .lock(nil)),
                (phase(.active, 5), .ask, .asking),
            ]),
        Way(
            "the notification centre does not lock", settings(true),
            [
                (phase(.active), .ask, .asking), (.answer(.confirmed), nil, .none),
                (phase(.inactive, 1), nil, .privacy),
                (phase(.active, 9_999), nil, .none),
            ]),
        Way(
            "without a grace each return is locked before anything shows", settings(true, covers: false),
            [
                (phase(.active), .ask, .asking), (.answer(.confirmed), nil, .none), (phase(.inactive, 1), nil, .none),
                // The system takes its picture for the app switcher now.
                (phase(.background, 1), nil, .privacy), (phase(.inactive, 2), nil, .lock(nil)),
                (phase(.active, 2), .ask, .asking),
            ]),
        Way(
            "within its grace a return is free, at its end it is not", settings(true, grace: .minute),
            [
                (phase(.active), .ask, .asking), (.answer(.confirmed), nil, .none),
                (phase(.background, 10), nil, .privacy),
                (phase(.active, 69.9), nil, .none), (phase(.background, 100), nil, .privacy),
                (phase(.active, 160), .ask, .asking),
            ]),
        Way(
            "a clock that was put back gives no grace", settings(true, grace: .quarter),
            [
                (phase(.active), .ask, .asking), (.answer(.confirmed), nil, .none),
                (phase(.background, 100), nil, .privacy),
                (phase(.active, 90), .ask, .asking),
            ]),
        Way(
            "a background that is told twice does not lengthen the grace", settings(true, grace: .minute),
            [
                (phase(.active), .ask, .asking), (.answer(.confirmed), nil, .none),
                (phase(.background, 0), nil, .privacy),
                (phase(.background, 50), nil, .privacy), (phase(.active, 70), .ask, .asking),
            ]),
        Way(
            "left while it asks, it asks again", settings(true),
            [
                (phase(.active), .ask, .asking), (phase(.background), nil, .asking),
                (.answer(.cancelled), nil, .lock(nil)),
                (phase(.active, 3), .ask, .asking),
            ]),
        Way(
            "a device without a passcode has no owner: the lock goes, and that is said", settings(true),
            [
                (phase(.active), .ask, .asking), (.answer(.noOwner), .turnOff, .none),
                (phase(.background), nil, .privacy),
                (phase(.active, 9_999), nil, .none),
            ]),
        Way(
            "an answer that nobody waits for opens nothing", settings(true),
            [
                (.answer(.confirmed), nil, .lock(nil)), (.unlock, .ask, .asking), (.unlock, nil, .asking),
            ]),
        Way(
            "a lock that is chosen now locks at the next return", settings(false),
            [
                (phase(.active), nil, .none), (.settings(settings(true)), nil, .none),
                (phase(.background), nil, .privacy),
                (phase(.active), .ask, .asking), (.settings(settings(false)), nil, .none),
            ]),
    ]

    @Test("goes its ways", arguments: ways)
    func way(way: Way) {
        var machine = LockMachine(settings: way.settings)
        for (index, step) in way.steps.enumerated() {
            let effect = machine.handle(step.0)
            #expect(effect == step.1, "step \(index): \(step.0)")
            #expect(machine.cover == step.2, "step \(index): \(step.0)")
        }
    }

    @Test("is shut at launch, before the app is in front")
    func launch() {
        #expect(LockMachine(settings: Self.settings(true)).cover == .lock(nil))
        #expect(LockMachine(settings: Self.settings(false)).cover == .privacy)
    }
}

@Suite("The lock's choices")
@MainActor
struct AppLockTests {
    private final class Owner: DeviceOwner {
        var proof: OwnerProof? = .face
        var answer = OwnerAnswer.confirmed
        private(set) var reasons: [String] = []

        func confirm(reason: String) async -> OwnerAnswer {
            reasons.append(reason)
            return answer
        }
    }

    private let folder = TemporaryFolder()
    private let owner = Owner()
    private let window = UUID()

    private var files: PrivateFiles { PrivateFiles(folder: folder.url, protection: .afterFirstUnlock) }
    private func lock() -> AppLock { AppLock(files: files, owner: owner) { "Show your sessions." } }

    @Test("The owner alone turns the lock on and off, and it is kept")
    func turns() async throws {
        let first = lock()
        first.entered(.active, in: window)
        owner.answer = .cancelled
        #expect(await !first.require(true))
        #expect(!first.settings.isRequired && !lock().isLocked)

        owner.answer = .confirmed
        #expect(await first.require(true))
        first.choose(.fiveMinutes)
        first.cover(whenLeft: false)
        #expect(!first.isLocked, "who has just confirmed it stays in")
        #expect(owner.reasons.last == "Show your sessions.")
        let second = lock()
        #expect(second.isLocked && second.settings == first.settings && second.problem == nil)

        owner.answer = .refused
        #expect(await !second.require(false))
        #expect(second.settings.isRequired)
        owner.answer = .confirmed
        #expect(await second.require(false))
        #expect(!lock().isLocked)
    }

    @Test("Of two windows each covers itself; the app is away when both are")
    func twoWindows() async throws {
        let other = UUID()
        let lock = lock()
        lock.entered(.active, in: window)
        lock.entered(.active, in: other)
        #expect(await lock.require(true))
        lock.entered(.background, in: other)
        #expect(lock.cover(of: other) == .privacy, "the app switcher shows it")
        #expect(lock.cover(of: window) == .none, "the person is at work in this one")
        lock.entered(.active, in: other)
        #expect(lock.cover(of: other) == .none, "the app was never away")

        lock.entered(.background, in: window)
        lock.entered(.background, in: other)
        owner.answer = .cancelled
        lock.entered(.active, in: window)
        #expect(lock.isLocked && lock.cover(of: window) == .asking && lock.cover(of: other) == .asking)
    }

    @Test("Choices that cannot be read count as a lock, which the owner opens")
    func damaged() async throws {
        try files.write(Data("{".utf8), to: "lock.json")
        let lock = lock()
        #expect(lock.isLocked)
        #expect(lock.problem == .damaged("lock.json"))
        lock.entered(.active, in: window)
        for _ in 0..<100 where lock.isLocked { await Task.yield() }
        #expect(!lock.isLocked)
    }

    @Test("Choices that can be read later are read then, and not written over")
    func readLater() throws {
        try files.write(Data("{".utf8), to: "lock.json")
        let lock = lock()
        #expect(lock.isLocked)
        try files.write(Data(#"{"isRequired":false,"coversWhenLeft":false}"#.utf8), to: "lock.json")
        lock.entered(.active, in: UUID())
        #expect(!lock.isLocked && lock.problem == nil && !lock.settings.coversWhenLeft)
    }

    @Test("Choices of another version keep what they say; what they do not say has its default")
    func olderChoices() throws {
        try files.write(Data(#"{"isRequired":true,"colour":"red"}"#.utf8), to: "lock.json")
        let lock = lock()
        #expect(lock.problem == nil)
        #expect(lock.settings.isRequired && lock.settings.coversWhenLeft && lock.settings.grace == .none)
    }

    @Test("A passcode that was taken away takes the lock with it, and that is told")
    func noOwner() async throws {
        #expect(await lock().require(true))
        owner.answer = .noOwner
        let second = lock()
        second.entered(.active, in: window)
        for _ in 0..<100 where second.isLocked { await Task.yield() }
        #expect(second.wasTurnedOff && !second.settings.isRequired)
        #expect(!lock().isLocked)
    }
}
