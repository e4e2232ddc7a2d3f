import CollabGuest
import CollabTesting

/// Leads to the relay in memory, except for rooms that a fixture plays by hand.
struct FixtureConnector: TransportConnector {
    private let relay: any TransportConnector
    private let byHand: [String: FakeRelay]

    init(relay: any TransportConnector, rooms: [FixtureRoom]) {
        self.relay = relay
        var byHand: [String: FakeRelay] = [:]
        for room in rooms {
            if case .byHand(let fake) = room.host { byHand["fixture-\(room.name)"] = fake }
        }
        self.byHand = byHand
    }

    func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
        if case .room(let roomId, _) = endpoint.target, let fake = byHand[roomId] {
            return try await fake.connect(to: endpoint)
        }
        return try await relay.connect(to: endpoint)
    }
}
