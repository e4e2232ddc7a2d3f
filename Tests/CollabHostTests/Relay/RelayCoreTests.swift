import CollabHost
import Testing

@Suite("The relay's rules")
struct RelayCoreTests {
    private var core = RelayCore()
    private let room = "ProbeRoom_0001"

    /// A core with host 1 and guests 2 and 3, who are peers 1 and 2.
    private mutating func fill() {
        _ = core.join(1, roomId: room, role: .host)
        _ = core.join(2, roomId: room, role: .guest)
        _ = core.join(3, roomId: room, role: .guest)
    }

    /// Effects without what goes to the log.
    private func deeds(_ effects: [RelayCore.Effect]) -> [RelayCore.Effect] {
        effects.filter {
            if case .note = $0 { return false }
            return true
        }
    }

    @Test("a guest of a room without a host is sent away with 4004, a second host with 4009")
    mutating func refusals() {
        #expect(deeds(core.join(9, roomId: room, role: .guest)) == [.close(9, .noSuchRoom, discarding: false)])
        fill()
        #expect(deeds(core.join(9, roomId: room, role: .host)) == [.close(9, .hostConnected, discarding: false)])
        #expect(core.route(from: 9, peer: 0) == .drop)
        #expect(core.leave(9) == [])
        #expect(core.seatCount == 3)
    }

    @Test("guests get ids 1, 2, …; an id is not used again while the room lives, and starts over in a new one")
    mutating func peerIds() {
        _ = core.join(1, roomId: room, role: .host)
        #expect(deeds(core.join(2, roomId: room, role: .guest)) == [.send(.peerJoined(1), to: 1)])
        #expect(deeds(core.join(3, roomId: room, role: .guest)) == [.send(.peerJoined(2), to: 1)])
        #expect(deeds(core.leave(2)) == [.send(.peerLeft(1), to: 1)])
        #expect(deeds(core.join(4, roomId: room, role: .guest)) == [.send(.peerJoined(3), to: 1)])
        _ = core.leave(1)
        _ = core.join(5, roomId: room, role: .host)
        #expect(deeds(core.join(6, roomId: room, role: .guest)) == [.send(.peerJoined(1), to: 5)])
    }

    @Test("when the host leaves, every guest hears room-closed and is closed with 4001, and the room is gone")
    mutating func hostLeaves() {
        fill()
        #expect(
            deeds(core.leave(1)) == [
                .send(.roomClosed, to: 2), .close(2, .roomClosed, discarding: false),
                .send(.roomClosed, to: 3), .close(3, .roomClosed, discarding: false),
            ])
        #expect(core.roomCount == 0)
        #expect(core.leave(2) == [])
        #expect(deeds(core.join(7, roomId: room, role: .guest)) == [.close(7, .noSuchRoom, discarding: false)])
    }

    @Test("frames go where their envelope says; a guest's envelope is stamped with its true id")
    mutating func routing() {
        fill()
        _ = core.join(11, roomId: "OtherRoom_0002", role: .host)
        _ = core.join(12, roomId: "OtherRoom_0002", role: .guest)
        #expect(core.route(from: 1, peer: 0) == .guests([2, 3]))
        #expect(core.route(from: 1, peer: 2) == .guests([3]))
        #expect(core.route(from: 1, peer: 77) == .drop)
        #expect(core.route(from: 1, peer: nil) == .drop)
        #expect(core.route(from: 3, peer: 0) == .host(1, stamp: 2))
        #expect(core.route(from: 3, peer: 1) == .host(1, stamp: 2))
        #expect(core.route(from: 3, peer: nil) == .drop)
        #expect(core.route(from: 12, peer: 0) == .host(11, stamp: 1))
        #expect(core.route(from: 99, peer: 0) == .drop)
    }

    @Test("a full room answers 4029, a full relay too, and a place that becomes free can be taken")
    mutating func limits() {
        var limits = RelayLimits()
        limits.rooms = 1
        limits.guestsPerRoom = 2
        core = RelayCore(limits: limits)
        fill()
        #expect(deeds(core.join(4, roomId: room, role: .guest)) == [.close(4, .roomFull, discarding: false)])
        #expect(
            deeds(core.join(5, roomId: "OtherRoom_0002", role: .host)) == [.close(5, .relayFull, discarding: false)])
        _ = core.leave(3)
        #expect(deeds(core.join(6, roomId: room, role: .guest)) == [.send(.peerJoined(3), to: 1)])
    }

    @Test("the host is not read while a guest is behind, and is read again when it has caught up or gone")
    mutating func hostIsSlowedDown() {
        let limits = RelayLimits()
        fill()
        #expect(core.queueChanged(2, bytes: limits.backlog, now: 0) == [])
        #expect(core.queueChanged(2, bytes: limits.backlog + 1, now: 0) == [.setPaused(1, true)])
        #expect(core.queueChanged(3, bytes: limits.backlog + 1, now: 0) == [])
        // Between half and the whole backlog nothing changes, or the host would stutter.
        #expect(core.queueChanged(2, bytes: limits.backlog / 2 + 1, now: 5) == [])
        #expect(core.queueChanged(2, bytes: limits.backlog / 2, now: 5) == [])
        #expect(core.queueChanged(3, bytes: 0, now: 6) == [.setPaused(1, false)])

        _ = core.queueChanged(2, bytes: limits.backlog + 1, now: 7)
        #expect(deeds(core.leave(2)) == [.send(.peerLeft(1), to: 1), .setPaused(1, false)])
    }

    @Test("guests are not read while the host is behind, newcomers neither")
    mutating func guestsAreSlowedDown() {
        let limits = RelayLimits()
        fill()
        #expect(
            core.queueChanged(1, bytes: limits.backlog + 1, now: 0) == [.setPaused(2, true), .setPaused(3, true)])
        #expect(
            deeds(core.join(4, roomId: room, role: .guest)) == [.send(.peerJoined(3), to: 1), .setPaused(4, true)])
        #expect(
            core.queueChanged(1, bytes: 0, now: 1) == [
                .setPaused(2, false), .setPaused(3, false), .setPaused(4, false),
            ])
    }

    @Test("a guest that makes no headway is dropped when patience ends; one that keeps catching up never is")
    mutating func slowGuestIsDropped() {
        let limits = RelayLimits()
        fill()
        var now = 0.0
        for _ in 0..<100 {
            _ = core.queueChanged(2, bytes: limits.backlog + 1, now: now)
            now += limits.patience - 1
            #expect(core.tick(now: now) == [])
            _ = core.queueChanged(2, bytes: limits.backlog / 2, now: now)
            now += 10
        }
        _ = core.queueChanged(3, bytes: limits.backlog + 1, now: now)
        #expect(core.tick(now: now + limits.patience - 1) == [])
        #expect(
            deeds(core.tick(now: now + limits.patience)) == [
                .close(3, .tooSlow, discarding: true), .send(.peerLeft(2), to: 1), .setPaused(1, false),
            ])
        #expect(core.route(from: 1, peer: 0) == .guests([2]))
    }

    @Test("a queue that would pass the hard limit drops its guest at once")
    mutating func hardLimit() {
        let limits = RelayLimits()
        fill()
        #expect(
            deeds(core.queueChanged(2, bytes: limits.hardBacklog + 1, now: 0)) == [
                .close(2, .tooSlow, discarding: true), .send(.peerLeft(1), to: 1),
            ])
    }

    @Test("a host that does not receive is dropped as well, and its room closes")
    mutating func slowHost() {
        let limits = RelayLimits()
        fill()
        _ = core.queueChanged(1, bytes: limits.backlog + 1, now: 0)
        #expect(
            deeds(core.tick(now: limits.patience)) == [
                .close(1, .tooSlow, discarding: true),
                .send(.roomClosed, to: 2), .close(2, .roomClosed, discarding: false),
                .send(.roomClosed, to: 3), .close(3, .roomClosed, discarding: false),
            ])
    }

    @Test("stopping closes every room for its guests and then sends the host away")
    mutating func stop() {
        fill()
        #expect(
            deeds(core.stop()) == [
                .send(.roomClosed, to: 2), .close(2, .roomClosed, discarding: false),
                .send(.roomClosed, to: 3), .close(3, .roomClosed, discarding: false),
                .close(1, .roomClosed, discarding: false),
            ])
        #expect(core.roomCount == 0 && core.seatCount == 0)
    }

    @Test("the log gets no room id")
    mutating func log() {
        var lines = core.join(1, roomId: room, role: .host).map { "\($0)" }
        lines += core.join(2, roomId: room, role: .guest).map { "\($0)" }
        lines += core.leave(1).map { "\($0)" }
        #expect(lines.contains { $0.contains("note") })
        #expect(lines.allSatisfy { !$0.contains(room) })
        #expect("\(RelayEvent.roomOpened(RoomTag(room), rooms: 1))".contains("room \(RoomTag(room)) opened"))
    }

    @Test("any order of events leaves as many seats as connections that were let in, and never two for one peer id")
    mutating func anyOrder() {
        var random = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: .min ... .max, using: &random)
        var generator = SplitMix(state: seed)
        var alive: Set<RelayCore.ConnectionID> = []
        var next: RelayCore.ConnectionID = 0
        for step in 0..<20_000 {
            let roomId = "PropertyRoom_\(Int.random(in: 0..<4, using: &generator))"
            var effects: [RelayCore.Effect] = []
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<2:
                next += 1
                alive.insert(next)
                effects = core.join(next, roomId: roomId, role: .host)
            case 2..<6:
                next += 1
                alive.insert(next)
                effects = core.join(next, roomId: roomId, role: .guest)
            case 6..<8:
                guard let gone = alive.randomElement(using: &generator) else { continue }
                alive.remove(gone)
                effects = core.leave(gone)
            case 8:
                guard let one = alive.randomElement(using: &generator) else { continue }
                let bytes = Int.random(in: 0...(50 << 20), using: &generator)
                effects = core.queueChanged(one, bytes: bytes, now: Double(step))
            default:
                effects = core.tick(now: Double(step))
            }
            for case .close(let id, _, _) in effects { alive.remove(id) }
            if core.seatCount != alive.count {
                Issue.record("\(core.seatCount) seats for \(alive.count) connections at step \(step), seed \(seed)")
                return
            }
        }
        let everyone = alive
        for connection in everyone {
            guard case .guests(let guests) = core.route(from: connection, peer: 0) else { continue }
            #expect(Set(guests).count == guests.count && everyone.isSuperset(of: guests))
        }
    }
}

/// A small deterministic generator.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
