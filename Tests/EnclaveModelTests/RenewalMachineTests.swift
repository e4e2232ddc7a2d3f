import EnclaveModel
import Testing

@Suite("When a renewal is sent")
struct RenewalMachineTests {
    /// A machine with a renewal under way since two seconds.
    private func sending() -> RenewalMachine {
        var machine = RenewalMachine()
        machine.observe(.outdated, now: 0)
        let begins1 = machine.begins(now: 2_000)
        #expect(begins1)
        return machine
    }

    @Test("Changes are gathered for two seconds from the first; then one renewal is under way, and no second one")
    func gathering() {
        var machine = RenewalMachine()
        machine.observe(.current, now: 0)
        let begins2 = machine.begins(now: 9_000)
        #expect(machine.deadline == nil && !begins2)
        machine.observe(.outdated, now: 10_000)
        machine.observe(.outdated, now: 11_500)
        let begins3 = machine.begins(now: 11_999)
        #expect(machine.deadline == 12_000 && !begins3)
        let begins4 = machine.begins(now: 12_000)
        #expect(begins4)
        machine.observe(.outdated, now: 12_001)
        machine.hurry(now: 12_001)
        let begins5 = machine.begins(now: 99_000)
        #expect(machine.phase == .sending && machine.deadline == nil && !begins5)
    }

    @Test("What is taken back while it is gathered is not sent")
    func takenBack() {
        for need in [RenewalMachine.Need.current, .none] {
            var machine = RenewalMachine()
            machine.observe(.outdated, now: 0)
            machine.observe(need, now: 1_000)
            let begins6 = machine.begins(now: 60_000)
            #expect(machine.phase == .idle && !begins6)
        }
    }

    @Test("Taken: idle, or what changed meanwhile is gathered anew")
    func taken() {
        var machine = sending()
        machine.ended(.answered(.taken), need: .current, now: 2_100, random: 0)
        #expect(machine.phase == .idle)
        machine = sending()
        machine.ended(.answered(.taken), need: .outdated, now: 2_100, random: 0)
        #expect(machine.phase == .gathering(until: 4_100))
    }

    @Test("Failures wait from five seconds to fifteen minutes, with a quarter of jitter, and forever")
    func failures() {
        var machine = sending()
        var now = 2_000.0
        var waits: [Double] = []
        for _ in 0..<40 {
            machine.ended(.failed(.unreachable), need: .outdated, now: now, random: 0.5)
            guard let deadline = machine.deadline else { return }
            waits.append(deadline - now)
            now = deadline
            let isEarly = machine.begins(now: now - 1)
            let isDue = machine.begins(now: now)
            #expect(!isEarly && isDue)
        }
        #expect(waits.prefix(8) == [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 640_000])
        #expect(waits.dropFirst(8).allSatisfy { $0 == 900_000 } && waits.count == 40)
        for random in [0.0, 0.999_999] {
            var machine = sending()
            machine.ended(.failed(.late), need: .outdated, now: 0, random: random)
            machine.hurry(now: 0)
            let begins7 = machine.begins(now: 0)
            #expect(begins7)
            machine.ended(.failed(.late), need: .outdated, now: 0, random: random)
            #expect((machine.deadline ?? 0).rounded() == (random == 0 ? 7_500 : 12_500))
        }
    }

    @Test("A success begins the waits anew")
    func recovered() {
        var machine = sending()
        for _ in 0..<4 {
            machine.ended(.failed(.late), need: .outdated, now: 0, random: 0.5)
            machine.hurry(now: 0)
            let begins8 = machine.begins(now: 0)
            #expect(begins8)
        }
        machine.ended(.answered(.taken), need: .outdated, now: 0, random: 0.5)
        let begins9 = machine.begins(now: 2_000)
        #expect(begins9)
        machine.ended(.failed(.late), need: .outdated, now: 2_000, random: 0.5)
        #expect(machine.deadline == 7_000)
    }

    @Test("In the foreground it is tried at once; leaving it sends what is gathered, but repeats no failure")
    func scenes() {
        var machine = sending()
        machine.ended(.failed(.hungUp), need: .outdated, now: 3_000, random: 0.5)
        machine.leaves(now: 3_100)
        let begins10 = machine.begins(now: 3_100)
        #expect(!begins10)
        machine.hurry(now: 3_200)
        let begins11 = machine.begins(now: 3_200)
        #expect(begins11)
        var other = RenewalMachine()
        other.observe(.outdated, now: 0)
        other.leaves(now: 100)
        let begins12 = other.begins(now: 100)
        #expect(begins12)
    }

    @Test("A refusal ends it, whatever changes, until the person has acted")
    func refused() {
        var machine = sending()
        machine.ended(.answered(.refused), need: .outdated, now: 2_100, random: 0)
        machine.observe(.outdated, now: 3_000)
        machine.hurry(now: 3_000)
        let begins13 = machine.begins(now: 1_000_000)
        #expect(machine.phase == .refused && !begins13)
        #expect(RenewalMachine(isRefused: true).phase == .refused)
        machine.restart(.outdated, now: 5_000)
        #expect(machine.phase == .gathering(until: 7_000))
        machine.restart(.current, now: 5_000)
        #expect(machine.phase == .idle)
    }

    @Test("An answer that comes after the person has acted changes nothing")
    func late() {
        var machine = sending()
        machine.restart(.current, now: 3_000)
        machine.ended(.answered(.refused), need: .current, now: 3_100, random: 0)
        #expect(machine.phase == .idle)
    }
}
