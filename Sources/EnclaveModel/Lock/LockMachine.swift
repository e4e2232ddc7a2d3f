import Foundation

/// What the person wants of the app's lock (feature S6).
public struct LockSettings: Sendable, Hashable, Codable {
    /// How long the app may be away before it locks.
    public enum Grace: Int, Sendable, Hashable, Codable, CaseIterable {
        case none = 0
        case minute = 60
        case fiveMinutes = 300
        case quarter = 900

        /// Seconds.
        public var seconds: TimeInterval { TimeInterval(rawValue) }
    }

    /// Only the device's owner gets in.
    public var isRequired = false
    /// How long the app may be away before it locks.
    public var grace = Grace.none
    /// The screens are covered whenever the app is not in front: in the app switcher above all.
    public var coversWhenLeft = true

    /// No lock; covered when left.
    public init() {}

    /// What was kept; a choice that an earlier version did not know has its default.
    public init(from decoder: any Decoder) throws {
        let kept = try decoder.container(keyedBy: CodingKeys.self)
        isRequired = try kept.decode(Bool.self, forKey: .isRequired)
        grace = try kept.decodeIfPresent(Grace.self, forKey: .grace) ?? grace
        coversWhenLeft = try kept.decodeIfPresent(Bool.self, forKey: .coversWhenLeft) ?? coversWhenLeft
    }
}

/// When the app is locked, when it asks for its owner, and what covers the screens: values in, values out.
public struct LockMachine: Sendable, Hashable {
    /// Where the lock stands.
    public enum State: Sendable, Hashable {
        case open
        case locked(Refusal?)
        /// The system asks the person.
        case asking
    }

    /// Why the last attempt did not open it.
    public enum Refusal: Sendable, Hashable {
        /// Not recognised, or too often.
        case failed
    }

    /// Where the app is, as its scene says.
    public enum Phase: Sendable, Hashable {
        case active, inactive, background
    }

    /// What happens to it.
    public enum Input: Sendable, Hashable {
        case phase(Phase, at: Date)
        /// The person wants in.
        case unlock
        case answer(OwnerAnswer)
        case settings(LockSettings)
    }

    /// What is to be done.
    public enum Effect: Sendable, Hashable {
        /// Ask the system for the owner.
        case ask
        /// The device knows no owner any more: keep ``LockMachine/settings`` without the lock, and say so.
        case turnOff
    }

    /// What lies over all screens.
    public enum Cover: Sendable, Hashable {
        /// Nothing: the app is in use.
        case none
        /// The app is not in front; nothing can be done here.
        case privacy
        /// The way in, and why the last attempt failed.
        case lock(Refusal?)
        /// The system asks.
        case asking
    }

    /// Where the lock stands.
    public private(set) var state: State
    /// What the person wants.
    public private(set) var settings: LockSettings
    private var phase = Phase.inactive
    private var leftAt: Date?
    /// The system asks by itself once after a launch and after each return, not again after a refusal: its own dialog
    /// makes the app inactive and active, and would come up for ever.
    private var mayAskUnasked = true

    /// A lock at launch: shut, if there is one.
    public init(settings: LockSettings) {
        self.settings = settings
        state = settings.isRequired ? .locked(nil) : .open
    }

    /// Takes what happened.
    public mutating func handle(_ input: Input) -> Effect? {
        switch input {
        case .phase(let new, let date): return enter(new, at: date)
        case .unlock:
            guard case .locked = state else { return nil }
            return ask()
        case .answer(let answer):
            guard state == .asking else { return nil }
            switch answer {
            case .confirmed: state = .open
            case .cancelled: state = .locked(nil)
            case .refused: state = .locked(.failed)
            case .noOwner:
                settings.isRequired = false
                state = .open
                return .turnOff
            }
        case .settings(let new):
            settings = new
            if !new.isRequired { state = .open }
        }
        return nil
    }

    /// What lies over all screens now.
    public var cover: Cover { cover(over: phase) }

    /// What lies over a window that is in this phase: each covers itself, though the app is in front in another.
    public func cover(over phase: Phase) -> Cover {
        switch state {
        case .locked(let refusal): .lock(refusal)
        case .asking: .asking
        case .open where phase == .active: .none
        // With a lock the system's own picture of the app must show nothing, whatever else was chosen.
        case .open: settings.coversWhenLeft || (settings.isRequired && phase == .background) ? .privacy : .none
        }
    }

    private mutating func enter(_ new: Phase, at date: Date) -> Effect? {
        if new == .background, phase != .background {
            leftAt = date
            mayAskUnasked = true
        }
        if new != .background, let left = leftAt {
            leftAt = nil
            if state == .open, settings.isRequired, !isWithinGrace(from: left, to: date) { state = .locked(nil) }
        }
        phase = new
        guard new == .active, case .locked = state, mayAskUnasked else { return nil }
        return ask()
    }

    private mutating func ask() -> Effect {
        mayAskUnasked = false
        state = .asking
        return .ask
    }

    /// A clock that went backwards proves nothing.
    private func isWithinGrace(from left: Date, to now: Date) -> Bool {
        left <= now && now.timeIntervalSince(left) < settings.grace.seconds
    }
}
