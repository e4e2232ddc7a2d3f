import CollabGuest
import CollabHost
import CollabTesting
import Foundation
import Testing

@Suite("The relay in memory", .timeLimit(.minutes(1)))
struct MemoryRelayTests {
    private func place(_ role: Endpoint.Role, room: String = "ProbeRoom_0001") -> Endpoint {
        Endpoint(isSecure: false, host: "memory", port: nil, roomId: room, role: role)
    }

    private func frame(_ peer: UInt32, _ payload: [UInt8]) -> TransportMessage {
        .binary(withUnsafeBytes(of: peer.bigEndian) { Data($0) } + payload)
    }

    private func take(_ count: Int, from transport: any Transport) async throws -> [TransportMessage] {
        var messages: [TransportMessage] = []
        while messages.count < count { messages += try await transport.receive() }
        return messages
    }

    private func end(of transport: any Transport) async -> TransportError {
        while true {
            do throws(TransportError) {
                _ = try await transport.receive()
            } catch {
                return error
            }
        }
    }

    @Test("a room lives as on sockets: joins, stamped and routed frames, leaving, closing")
    func life() async throws {
        let relay = MemoryRelay()
        let connector = relay.connector
        let early = try await connector.connect(to: place(.guest))
        #expect(await end(of: early) == .closed(code: 4004, reason: "no such room"))
        let host = try await connector.connect(to: place(.host))
        let guest = try await connector.connect(to: place(.guest))
        let other = try await connector.connect(to: place(.guest))
        #expect(
            try await take(2, from: host) == [
                .text("{\"t\":\"peer-joined\",\"peer\":1}"), .text("{\"t\":\"peer-joined\",\"peer\":2}"),
            ])
        try await other.send(frame(1, [7]))
        try await other.send(.text("not for you"))
        try await other.send(.binary(Data([1, 2, 3])))
        try await other.send(frame(0, []))
        #expect(try await take(2, from: host) == [frame(2, [7]), frame(2, [])])
        try await host.send(frame(0, [1]))
        try await host.send(frame(1, [2]))
        try await host.send(frame(2, [3]))
        #expect(try await take(2, from: guest) == [frame(0, [1]), frame(1, [2])])
        #expect(try await take(2, from: other) == [frame(0, [1]), frame(2, [3])])
        await other.close(code: 1000, reason: "")
        #expect(try await take(1, from: host) == [.text("{\"t\":\"peer-left\",\"peer\":2}")])
        await host.close(code: 1000, reason: "")
        #expect(try await take(1, from: guest) == [.text("{\"t\":\"room-closed\"}")])
        #expect(await end(of: guest) == .closed(code: 4001, reason: "room closed"))
    }

    @Test("10,000 frames to three guests arrive whole and in order")
    func order() async throws {
        let relay = MemoryRelay()
        let host = try await relay.connector.connect(to: place(.host))
        var guests: [any Transport] = []
        for _ in 0..<3 { guests.append(try await relay.connector.connect(to: place(.guest))) }
        let frames = (0..<10_000).map { frame(0, [UInt8($0 & 255), UInt8($0 >> 8)]) }
        let sending = Task { for frame in frames { try await host.send(frame) } }
        for guest in guests { #expect(try await take(frames.count, from: guest) == frames) }
        try await sending.value
    }

    @Test("a deaf guest slows the host, is dropped when patience ends, and the others miss nothing")
    func deafGuest() async throws {
        var limits = RelayLimits()
        limits.backlog = 1 << 20
        let clock = ManualClock()
        let (events, source) = AsyncStream.makeStream(of: RelayEvent.self)
        let relay = MemoryRelay(limits: limits, clock: clock) { source.yield($0) }
        let host = try await relay.connector.connect(to: place(.host))
        let deaf = try await relay.connector.connect(to: place(.guest))
        let guest = try await relay.connector.connect(to: place(.guest))
        let count = 512
        let sending = Task {
            for index in 0..<count {
                try await host.send(frame(0, [UInt8](repeating: UInt8(index & 255), count: 1 << 16)))
            }
        }
        let reading = Task { try await take(count, from: guest) }
        // The relay goes to sleep until its patience ends: that is when the deaf one has been noticed.
        while clock.nextDeadline == nil { await Task.yield() }
        #expect(clock.nextDeadline == limits.patience)
        await clock.advance(by: limits.patience)
        _ = await events.first { if case .slowDropped = $0 { true } else { false } }
        #expect(try await reading.value.count == count)
        try await sending.value
        #expect(await end(of: deaf) == .closed(code: 4008, reason: "too slow: frames could not be delivered"))
        await host.close(code: 1000, reason: "")
    }

    @Test("stopping closes everybody with 4001, and newcomers are refused")
    func stopping() async throws {
        let relay = MemoryRelay()
        let host = try await relay.connector.connect(to: place(.host))
        let guest = try await relay.connector.connect(to: place(.guest))
        await relay.stop()
        #expect(try await take(1, from: guest) == [.text("{\"t\":\"room-closed\"}")])
        #expect(await end(of: guest) == .closed(code: 4001, reason: "room closed"))
        #expect(await end(of: host) == .closed(code: 4001, reason: "room closed"))
        await #expect(throws: TransportError.refused(status: 503)) {
            _ = try await relay.connector.connect(to: place(.host))
        }
        #expect(await relay.roomCount == 0)
    }

    @Test("a room id that is none is refused as by HTTP")
    func badRoom() async throws {
        await #expect(throws: TransportError.refused(status: 404)) {
            _ = try await MemoryRelay().connector.connect(to: place(.host, room: "short"))
        }
    }
}
