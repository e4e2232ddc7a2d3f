import CollabReplica
import CollabWire
import Foundation

@testable import CollabHost

/// A host engine and guests around it, on a clock that the test turns. Every frame goes through the wire's codecs in
/// both directions, and every guest keeps a replica.
struct EngineRoom {
    struct GuestSeat {
        var replica = Replica()
        /// Everything received, decoded, oldest first.
        var frames: [HostFrame] = []
        /// The same as text.
        var texts: [String] = []
        var now = 0.0
        /// Memory is bounded in the long runs: only the last frames are kept.
        var keepsFrames = true

        mutating func take(_ json: String) throws {
            let frame = try HostFrame.decode(JSONText(validating: json))
            if keepsFrames {
                frames.append(frame)
                texts.append(json)
            }
            _ = replica.apply(frame, at: now)
        }
    }

    static let token: [UInt8] = Array(0..<16)

    var engine: HostEngine
    private(set) var now = 0.0
    var guests: [UInt32: GuestSeat] = [:]

    init(_ script: HostScript) {
        engine = HostEngine(
            script: script, writeToken: WriteToken(bytes: Self.token), now: 0,
            date: Date(timeIntervalSince1970: 1_790_000_000))
    }

    init(json: String) throws { self.init(try HostScript(json: json, name: "test.json")) }

    mutating func join(
        _ peer: UInt32, name: String = "ilse", writes: Bool = true, tail: TailRequest? = nil, keepsFrames: Bool = true
    ) throws {
        guests[peer] = GuestSeat(keepsFrames: keepsFrames)
        try deliver(engine.peerJoined(peer, now: now))
        try send(
            .hello(Hello(name: name, writeToken: writes ? WriteToken(bytes: Self.token) : nil, tail: tail)), from: peer)
    }

    mutating func send(_ frame: GuestFrame, from peer: UInt32) throws {
        let received = try GuestFrame.decode(Plaintext(frame.encode().bytes))
        try deliver(engine.receive(received, from: peer, now: now))
    }

    mutating func leave(_ peer: UInt32) throws {
        guests[peer] = nil
        try deliver(engine.peerLeft(peer, now: now))
    }

    mutating func advance(by milliseconds: Double) throws {
        now += milliseconds
        try deliver(engine.advance(to: now))
    }

    /// Turns the clock in steps until a condition holds; false when it never did.
    mutating func advance(atMost limit: Double, until condition: (EngineRoom) -> Bool) throws -> Bool {
        let end = now + limit
        while now < end {
            if condition(self) { return true }
            try advance(by: 50)
        }
        return condition(self)
    }

    mutating func deliver(_ frames: [HostEngine.Frame]) throws {
        for frame in frames {
            for peer in guests.keys where frame.peer == 0 || frame.peer == peer {
                guests[peer]?.now = now
                try guests[peer]?.take(frame.json)
            }
        }
    }

    // MARK: Looking

    func replica(_ peer: UInt32 = 1) -> ReplicaState { guests[peer]?.replica.state ?? ReplicaState() }

    func frames(_ peer: UInt32 = 1) -> [HostFrame] { guests[peer]?.frames ?? [] }

    func ids(_ peer: UInt32 = 1) -> [String] { replica(peer).entries.compactMap(\.id) }

    func errors(_ peer: UInt32 = 1) -> [String] {
        frames(peer).compactMap { if case .error(let message) = $0 { message } else { nil } }
    }

    func notices(_ peer: UInt32 = 1) -> [String] { replica(peer).notices.map(\.message) }

    mutating func forgetFrames(_ peer: UInt32 = 1) {
        guests[peer]?.frames = []
        guests[peer]?.texts = []
    }

    /// What differs between what a guest holds and what the host is; empty when they agree.
    func differences(_ peer: UInt32 = 1) -> [String] {
        let guest = replica(peer)
        var found: [String] = []
        let hostIds = engine.log.records.map(\.id)
        if ids(peer) != hostIds { found.append("entries: \(ids(peer).count) for \(hostIds.count)") }
        if guest.isWorking != engine.isStreaming {
            found.append("working: \(guest.isWorking) for \(engine.isStreaming)")
        }
        let hostAsks = engine.asks.open.map { RequestID.number($0.reqId) }
        if !guest.readOnly, guest.asks.map(\.id) != hostAsks {
            found.append("asks: \(guest.asks.count) for \(hostAsks)")
        }
        if !engine.isStreaming, guest.ghost != nil { found.append("a ghost in an idle room") }
        if !engine.isStreaming, !guest.tools.isEmpty { found.append("tools in an idle room") }
        return found
    }
}

/// A room that does nothing by itself; the given parts go into its script.
func scriptText(
    timeline: String = "[]", history: String = "[]", onPrompt: String = "[]", agents: String = "[]",
    images: String = "{}", maxEntries: Int? = nil
) -> String {
    """
    {"version": 1,
     "room": {"id": "s1", "title": "Harbour", "host": "rita", "cwd": "/srv/harbour",
       "model": {"id": "sail-1", "name": "Sail 1", "provider": "acme", "contextWindow": 64000},
       "thinkingLevel": "low", "contextTokens": 3200\(maxEntries.map { ", \"maxEntries\": \($0)" } ?? "")},
     "agents": \(agents), "images": \(images), "history": \(history), "timeline": \(timeline),
     "onPrompt": \(onPrompt)}
    """
}
