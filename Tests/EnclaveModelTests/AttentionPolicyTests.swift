import Attention
import CollabWire
import EnclaveContracts
import EnclaveModel
import Testing

@Suite("What to tell a person who is not looking")
struct AttentionPolicyTests {
    private static func raw() throws -> JSONText { try JSONText(validating: "{}") }

    private func editor(_ id: Int, _ title: String = "Name?") throws -> Ask {
        Ask(id: .number(id), title: title, kind: .editor(prefill: nil), raw: try Self.raw())
    }

    private func boxes(_ id: Int, checked: [Int]) throws -> Ask {
        let options = ["A", "B", "Done"].map { Ask.Option(label: $0, description: nil) }
        return Ask(
            id: .number(id), title: "Mark the cargo",
            kind: .select(
                .init(
                    options: options, initialIndex: nil, marker: .checkbox, checkedIndices: checked, markableCount: 2,
                    helpText: nil)),
            raw: try Self.raw())
    }

    private func look(
        _ asks: [Ask] = [], onScreen: Bool = false, live: Bool = true, working: Bool = false, turn: String? = nil,
        ended: String? = nil
    ) -> RoomObservation {
        RoomObservation(
            room: "r", isOnScreen: onScreen, isLive: live, asks: asks, isWorking: working, turn: turn, ended: ended)
    }

    @Test("A question is told once, counted on the icon, and taken back when it is answered elsewhere")
    func askLife() throws {
        var policy = AttentionPolicy()
        let ask = try editor(5)
        #expect(policy.observe(look([ask]), now: 0) == [.tell(room: "r", .ask(ask, alert: 1)), .badge(1)])
        #expect(policy.observe(look([ask]), now: 10) == [])
        #expect(policy.observe(look([]), now: 20) == [.withdraw(room: "r", .ask(ask, alert: 1)), .badge(0)])
    }

    @Test("Of questions without end the oldest are told by themselves, the others together, and as these are settled")
    func manyAsks() throws {
        var policy = AttentionPolicy()
        let asks = try (1...5_000).map { try editor($0) }
        let most = AttentionPolicy.mostAsks
        var told = policy.observe(look(asks), now: 0)
        #expect(told.removeLast() == .badge(1))
        #expect(told.removeLast() == .tell(room: "r", .moreAsks))
        #expect(told == (0..<most).map { .tell(room: "r", .ask(asks[$0], alert: $0 + 1)) })
        #expect(policy.observe(look(asks), now: 10) == [])
        let next = policy.observe(look(Array(asks[2...])), now: 20)
        #expect(
            next == [
                .withdraw(room: "r", .ask(asks[0], alert: 1)), .withdraw(room: "r", .ask(asks[1], alert: 2)),
                .tell(room: "r", .ask(asks[most], alert: most + 1)),
                .tell(room: "r", .ask(asks[most + 1], alert: most + 2)),
            ])
        // Away from the room nothing says that they are settled; the host's word does.
        #expect(policy.observe(look([], live: false), now: 30) == [])
        let rest = policy.observe(look(Array(asks[2..<most + 2])), now: 40)
        #expect(rest == [.withdraw(room: "r", .moreAsks)])
    }

    @Test("That there are more questions is taken back with the others when the room is opened or removed")
    func moreOpened() throws {
        let asks = try (1...20).map { try editor($0) }
        var policy = AttentionPolicy()
        _ = policy.observe(look(asks), now: 0)
        #expect(policy.observe(look(asks, onScreen: true), now: 5).contains(.withdraw(room: "r", .moreAsks)))
        #expect(policy.observe(look(asks), now: 10) == [])
        var other = AttentionPolicy()
        _ = other.observe(look(asks), now: 0)
        #expect(other.forget(room: "r").contains(.withdraw(room: "r", .moreAsks)))
    }

    @Test("A question that opens while its room is on screen is not told, also not after the person leaves")
    func onScreen() throws {
        var policy = AttentionPolicy()
        let ask = try editor(5)
        #expect(policy.observe(look([ask], onScreen: true), now: 0) == [.badge(1)])
        #expect(policy.observe(look([ask]), now: 10) == [])
    }

    @Test("Opening the room takes its alert back")
    func opened() throws {
        var policy = AttentionPolicy()
        let ask = try editor(5)
        _ = policy.observe(look([ask]), now: 0)
        #expect(policy.observe(look([ask], onScreen: true), now: 5) == [.withdraw(room: "r", .ask(ask, alert: 1))])
    }

    @Test("Steps of a multi-select are one alert whose answers go to the newest step")
    func multiSelect() throws {
        var policy = AttentionPolicy()
        let first = try boxes(11, checked: [])
        let second = try boxes(12, checked: [1])
        #expect(policy.observe(look([first]), now: 0) == [.tell(room: "r", .ask(first, alert: 1)), .badge(1)])
        #expect(policy.observe(look([]), now: 100) == [.badge(0)])
        #expect(policy.observe(look([second]), now: 300) == [.rebind(room: "r", .ask(second, alert: 1)), .badge(1)])
        #expect(policy.observe(look([]), now: 400) == [.badge(0)])
        #expect(policy.deadline == 400 + AttentionPolicy.multiSelectBridge)
        #expect(
            policy.observe(look([]), now: 400 + AttentionPolicy.multiSelectBridge)
                == [.withdraw(room: "r", .ask(second, alert: 1))])
        #expect(policy.deadline == nil)
    }

    @Test("A lost connection withdraws nothing; the next snapshot decides")
    func reconnect() throws {
        var policy = AttentionPolicy()
        let ask = try editor(5)
        _ = policy.observe(look([ask]), now: 0)
        #expect(policy.observe(look([], live: false), now: 10).isEmpty)
        #expect(policy.observe(look([ask]), now: 20).isEmpty)
        #expect(policy.observe(look([]), now: 30) == [.withdraw(room: "r", .ask(ask, alert: 1)), .badge(0)])
    }

    @Test("Switched off, questions only count on the icon")
    func asksOff() throws {
        var settings = AttentionSettings()
        settings.tellsAsks = false
        var policy = AttentionPolicy(settings: settings)
        #expect(policy.observe(look([try editor(5)]), now: 0) == [.badge(1)])
    }

    @Test("A turn's end is told when it was wanted, long enough, unseen, and really over")
    func turnEnds() throws {
        var settings = AttentionSettings()
        settings.tellsTurnEnds = true
        settings.shortestTurn = 30
        var policy = AttentionPolicy(settings: settings)
        _ = policy.observe(look(working: true, turn: "a"), now: 0)
        #expect(policy.observe(look(turn: "a"), now: 40_000) == [])
        #expect(policy.deadline == 42_000)
        // A queued prompt starts the next turn at once: nothing was over.
        #expect(policy.observe(look(working: true, turn: "a"), now: 41_000) == [])
        #expect(policy.observe(look(turn: "b"), now: 60_000) == [])
        #expect(policy.observe(look(turn: "b"), now: 62_000) == [.tell(room: "r", .turnEnded(turn: "b"))])
        #expect(policy.observe(look(turn: "b"), now: 90_000) == [])
        #expect(
            policy.observe(look(working: true, turn: "b"), now: 91_000)
                == [.withdraw(room: "r", .turnEnded(turn: "b"))])
        // Too short to matter.
        _ = policy.observe(look(turn: "c"), now: 95_000)
        #expect(policy.observe(look(turn: "c"), now: 99_000) == [])
    }

    @Test("By default a turn's end is not told")
    func quiet() throws {
        var policy = AttentionPolicy()
        _ = policy.observe(look(working: true, turn: "a"), now: 0)
        _ = policy.observe(look(turn: "a"), now: 100_000)
        #expect(policy.observe(look(turn: "a"), now: 110_000) == [])
    }

    @Test("An ended session takes its questions back and is told once when wanted")
    func ends() throws {
        var settings = AttentionSettings()
        settings.tellsSessionEnds = true
        var policy = AttentionPolicy(settings: settings)
        let ask = try editor(5)
        _ = policy.observe(look([ask]), now: 0)
        #expect(
            policy.observe(look([ask], live: false, ended: "The host left."), now: 10)
                == [
                    .withdraw(room: "r", .ask(ask, alert: 1)), .tell(room: "r", .sessionEnded("The host left.")),
                    .badge(0),
                ])
        #expect(policy.observe(look([], live: false, ended: "The host left."), now: 20) == [])
        #expect(policy.observe(look([]), now: 30) == [.withdraw(room: "r", .sessionEnded("The host left."))])
    }

    @Test("A removed room takes everything back")
    func forget() throws {
        var policy = AttentionPolicy()
        let ask = try editor(5)
        _ = policy.observe(look([ask]), now: 0)
        #expect(policy.forget(room: "r") == [.withdraw(room: "r", .ask(ask, alert: 1)), .badge(0)])
        #expect(policy.forget(room: "r") == [])
    }
}
