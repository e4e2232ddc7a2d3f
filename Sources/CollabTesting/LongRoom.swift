import CollabGuest
import CollabWire

/// A room of any length whose host the caller plays: the guest is live once it has the whole past, and then sees what
/// is streamed, one frame at a time. No sockets, no clock.
public actor LongRoom {
    /// The way in.
    public nonisolated let link: RoomLink
    private let turns: Int
    private let sealer: Sealer
    private var guest: MemoryTransport?

    /// A room.
    /// - Parameter turns: how many messages there are already, of the person and the agent by turns.
    public init(turns: Int) throws {
        link = RoomLink(relay: .standard, roomId: "long-room-0001", secret: try RoomSecret.random())
        sealer = try Sealer(secret: link.secret)
        self.turns = turns
    }

    /// Leads every connection into the room.
    public nonisolated var connector: any TransportConnector {
        MemoryConnector { [weak self] _, host in
            Task { await self?.welcome(host) }
        }
    }

    private func welcome(_ host: MemoryTransport) async {
        do {
            // The guest says hello first.
            _ = try await host.receive()
            guest = host
            try await send(Self.welcome(turns))
            let size = 500
            for start in stride(from: 0, to: max(turns, 1), by: size) {
                let end = min(start + size, turns)
                let entries = (start..<end).map(Self.entry).joined(separator: ",")
                try await send(#"{"t":"snapshot-chunk","entries":[\#(entries)],"final":\#(end == turns)}"#)
            }
        } catch {
            // The guest has gone.
            guest = nil
        }
    }

    /// The agent begins to write a message.
    public func beginMessage() async throws {
        try await send(#"{"t":"event","event":{"type":"agent_start"}}"#)
        try await send(#"{"t":"state","state":\#(Self.state(isStreaming: true))}"#)
        try await send(#"{"t":"event","event":{"type":"message_start","message":\#(Self.message(""))}}"#)
    }

    /// The message that is being written has this text now. Letters, digits, spaces and full stops only.
    public func stream(_ text: String) async throws {
        try await send(#"{"t":"event","event":{"type":"message_update","message":\#(Self.message(text))}}"#)
    }

    /// One more message of the person's.
    public func append(_ number: Int) async throws {
        try await send(#"{"t":"entry","entry":\#(Self.entry(number * 2))}"#)
    }

    private func send(_ json: String) async throws {
        try await guest?.send(.binary(try sealer.seal(try JSONText(validating: json))))
    }

    private static func entry(_ number: Int) -> String {
        let parent = number == 0 ? "null" : #""m\#(number - 1)""#
        let text =
            "Message \(number): the buoy **north** of the pier was moved; see `chart\(number % 90)` for what it means."
        let isPerson = number.isMultiple(of: 2)
        let message =
            isPerson
            ? #"{"role":"user","content":"\#(text)","timestamp":\#(milliseconds(number))}"# : Self.message(text, number)
        return #"{"type":"message","id":"m\#(number)","parentId":\#(parent),"timestamp":"2026-01-01T00:00:00.000Z","#
            + #""message":\#(message)}"#
    }

    private static func message(_ text: String, _ number: Int = 100_000) -> String {
        #"{"role":"assistant","content":[{"type":"text","text":"\#(text)"}],"model":"acme/sail-1","#
            + #""usage":{"input":900,"output":40,"cacheRead":0,"cacheWrite":0,"totalTokens":940,"cost":{"total":0.001}},"#
            + #""stopReason":"stop","timestamp":\#(milliseconds(number))}"#
    }

    private static func milliseconds(_ number: Int) -> Int { 1_767_225_600_000 + number * 1_000 }

    private static func state(isStreaming: Bool) -> String {
        #"{"isStreaming":\#(isStreaming),"queuedMessageCount":0,"sessionName":"long","cwd":"/srv/harbour","#
            + #""model":{"id":"sail-1","name":"Sail 1","provider":"acme","contextWindow":200000},"#
            + #""participants":[{"name":"mara","role":"host"},{"name":"ada","role":"guest"}]}"#
    }

    private static func welcome(_ count: Int) -> String {
        #"{"t":"welcome","proto":3,"header":{"type":"session","id":"long","title":"long","#
            + #""timestamp":"2026-01-01T00:00:00.000Z","cwd":"/srv/harbour"},"state":\#(state(isStreaming: false)),"#
            + #""agents":[],"entryCount":\#(count)}"#
    }
}

/// A clock that never waits: what paces itself by it goes as fast as it can. For the pace of screens, not for sessions,
/// whose patience it would end at once.
public struct ImpatientClock: SessionClock {
    /// Creates the clock.
    public init() {}
    /// Always the beginning.
    public func now() -> Double { 0 }
    /// Returns at once.
    public func sleep(until deadline: Double) async throws { try Task.checkCancellation() }
}
