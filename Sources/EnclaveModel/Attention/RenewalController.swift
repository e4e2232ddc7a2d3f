import CollabGuest
import EnclaveContracts
import Foundation
import Observation

/// Tells the bridge of new tokens and changed wishes by itself, once the person has paired and said where it is
/// (Docs/Push.md, "Renewals").
///
/// The decisions are ``RenewalMachine``'s; this watches the registration, keeps time and sends.
@MainActor
@Observable
public final class RenewalController {
    /// Where it stands, for the screen.
    public enum Standing: Sendable, Hashable {
        /// Nothing is sent: no address, nothing paired, or no token of Apple's yet.
        case off
        /// The bridge knows everything; when it took the last renewal, if it took one.
        case current(since: Date?)
        /// A change is gathered or under way.
        case sending
        /// The last renewal was not answered; it is tried again by itself.
        case failed(RenewalFailure)
        /// The bridge does not want renewals of this device: it must be paired again.
        case refused
    }

    private let push: PushRegistration
    private let preferences: AttentionPreferences
    @ObservationIgnored private let sender: (any RenewalSender)?
    @ObservationIgnored private let clock: any SessionClock
    @ObservationIgnored private let now: () -> Date
    @ObservationIgnored private let random: any RandomSource
    @ObservationIgnored private let alarm: Alarm
    private var machine: RenewalMachine
    @ObservationIgnored private var epoch: Int
    @ObservationIgnored private var underWay: Task<Void, Never>?
    /// Until then the system may not have said everything it has to say after a launch; nil before the launch.
    @ObservationIgnored private var settlesAt: Double?

    /// A controller that sends nothing before it is launched.
    /// - Parameter sender: nil where nothing can be sent.
    public init(
        push: PushRegistration, preferences: AttentionPreferences, sender: (any RenewalSender)?,
        clock: any SessionClock, now: @escaping () -> Date, random: any RandomSource = SystemRandom()
    ) {
        self.push = push
        self.preferences = preferences
        self.sender = sender
        self.clock = clock
        self.now = now
        self.random = random
        alarm = Alarm(clock: clock)
        machine = RenewalMachine(isRefused: push.isRefused)
        epoch = push.epoch
    }

    deinit { underWay?.cancel() }

    /// Where it stands.
    public var standing: Standing {
        guard sender != nil, push.address != nil, push.standing(wishes: preferences.wishes) != .unpaired else {
            return .off
        }
        if push.isRefused { return .refused }
        switch machine.phase {
        case .refused: return .refused
        case .gathering, .sending: return .sending
        case .failed(let failure, _): return .failed(failure)
        case .idle:
            return switch need {
            case .none: .off
            case .current: .current(since: push.renewedAt)
            case .outdated: .sending
            }
        }
    }

    // MARK: Life

    /// The app has been launched.
    public func launch() {
        guard settlesAt == nil, sender != nil else { return }
        settlesAt = clock.now() + RenewalMachine.gathering
        look()
    }

    /// The app came to the front: what could not be sent is tried again.
    public func becameActive() { hurry() }

    /// The app leaves the foreground: there may be no later moment for what is gathered.
    public func resignActive() {
        let time = clock.now()
        guard let settlesAt, settlesAt <= time else { return }
        machine.leaves(now: time)
        carryOn()
    }

    /// The person does not want to wait.
    public func tryNow() { hurry() }

    private func hurry() {
        guard settlesAt != nil else { return }
        machine.hurry(now: clock.now())
        carryOn()
    }

    // MARK: Inside

    /// What is to be told. Without Apple's token nothing is: it comes shortly after every launch, and a renewal without
    /// it would make the bridge forget the one it has.
    private var need: RenewalMachine.Need {
        guard push.address != nil, push.token != nil else { return .none }
        return switch push.standing(wishes: preferences.wishes) {
        case .unpaired: .none
        case .current: .current
        case .outdated: .outdated
        }
    }

    /// Looks at the registration, and again when it has changed.
    private func look() {
        let (need, seen) = withObservationTracking {
            (self.need, push.epoch)
        } onChange: { [weak self] in
            Task { @MainActor in self?.look() }
        }
        if seen != epoch {
            epoch = seen
            underWay?.cancel()
            underWay = nil
            machine.restart(need, now: clock.now())
        } else {
            machine.observe(need, now: clock.now())
        }
        carryOn()
    }

    private func carryOn() {
        if machine.begins(now: clock.now()) { send() }
        alarm.set(machine.deadline) { [weak self] in self?.carryOn() }
    }

    private func send() {
        guard let sender, let address = push.address else { return ended(.failed(.cancelled)) }
        let renewal: PushRegistration.Renewal
        do {
            renewal = try push.nextRenewal(wishes: preferences.wishes)
        } catch {
            return ended(.failed(.notMade(error.localizedDescription)))
        }
        underWay = Task { [weak self] in
            let outcome: RenewalMachine.Outcome
            do throws(RenewalFailure) {
                outcome = .answered(try await sender.send(renewal.text, to: address))
            } catch {
                outcome = .failed(error)
            }
            self?.answered(renewal, outcome)
        }
    }

    private func answered(_ renewal: PushRegistration.Renewal, _ outcome: RenewalMachine.Outcome) {
        // The person has paired anew meanwhile, or chosen another bridge: this answer is to something else.
        guard !Task.isCancelled, push.epoch == epoch else { return }
        underWay = nil
        switch outcome {
        case .answered(.taken): push.took(renewal, at: now())
        case .answered(.refused): push.wasRefused(renewal)
        case .failed: break
        }
        ended(outcome)
        carryOn()
    }

    private func ended(_ outcome: RenewalMachine.Outcome) {
        machine.ended(outcome, need: need, now: clock.now(), random: random.unit())
    }
}
