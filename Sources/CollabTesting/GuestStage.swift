import CollabGuest
import CollabReplica
import CollabWire
import Foundation

/// A guest session on a manual clock and a fake relay, with the host played by the test: deterministic, on one thread.
@available(macOS 15.0, iOS 18.0, *)
public final class GuestStage {
    /// Where the session runs.
    public let executor = ManualExecutor()
    /// The session's time.
    public let clock = ManualClock()
    /// What the session dials, unless another connector was given.
    public let relay: FakeRelay
    /// The session under test.
    public let session: GuestSession
    private let sealer: Sealer
    private let opener: Opener

    /// The room's secret in tests: 48 bytes of 7.
    public static let fullSecret = [UInt8](repeating: 7, count: RoomSecret.fullByteCount)

    /// - Parameters:
    ///   - isView: join with a view link.
    ///   - acceptsDials: open connections at once.
    public init(
        name: String = "swift-guest", isView: Bool = false, options: SessionOptions = SessionOptions(),
        acceptsDials: Bool = true, seed: UInt64 = 1, outbox: [OutboxItem] = [],
        connector: (any TransportConnector)? = nil
    ) throws {
        let bytes = isView ? Array(Self.fullSecret.prefix(RoomSecret.viewByteCount)) : Self.fullSecret
        guard let secret = RoomSecret(bytes: bytes) else { throw SealError.truncated }
        relay = FakeRelay(acceptsDials: acceptsDials)
        sealer = try Sealer(secret: secret)
        opener = try Opener(secret: secret)
        let link = RoomLink(
            relay: RelayAddress(isSecure: false, host: "localhost", port: 7), roomId: "stage-room-1", secret: secret)
        session = GuestSession(
            link: link, name: name, options: options, connector: connector ?? relay, clock: clock,
            random: SeededRandom(seed: seed), outbox: outbox,
            spawn: { [executor] body in Task(executorPreference: executor) { await body() } })
    }

    /// Runs something on the session's executor until everybody waits.
    @discardableResult
    public func perform<Result: Sendable>(
        _ body: @escaping @Sendable (GuestSession) async -> Result
    ) async -> Result {
        let task = Task(executorPreference: executor) { [session] in await body(session) }
        executor.settle()
        return await task.value
    }

    /// Starts something that may wait for the host; ask its task for the result later.
    public func begin<Result: Sendable>(
        _ body: @escaping @Sendable (GuestSession) async throws -> Result
    ) -> Task<Result, any Error> {
        let task = Task(executorPreference: executor) { [session] in try await body(session) }
        executor.settle()
        return task
    }

    /// Starts the session.
    public func start() async { await perform { await $0.start() } }

    /// Moves time, stopping at every deadline.
    public func advance(by milliseconds: Double) { clock.advance(by: milliseconds) { executor.settle() } }

    /// Lets everybody run until all wait.
    public func settle() { executor.settle() }

    /// What is shown.
    public var connection: ConnectionState { session.current.connection }
    /// What is known of the session.
    public var replica: ReplicaState { session.current.replica }

    // MARK: The host's part

    /// Frames for the guest as JSON, sealed, in one burst.
    public func deliver(json frames: [String]) throws { try deliver(frames.map { try JSONText(validating: $0) }) }

    /// A frame for the guest as JSON.
    public func deliver(_ json: String) throws { try deliver(json: [json]) }

    /// Frames for the guest, sealed, in one burst.
    public func deliver(_ frames: [JSONText]) throws {
        relay.socket?.deliver(try frames.map { .binary(try sealer.seal($0)) })
        settle()
    }

    /// Relay control text for the guest.
    public func deliver(control: String) {
        relay.socket?.deliver([.text(control)])
        settle()
    }

    /// A frame, sealed but not delivered.
    public func sealed(_ json: String) throws -> TransportMessage {
        .binary(try sealer.seal(try JSONText(validating: json)))
    }

    /// Closes the connection from the relay's end.
    public func close(_ code: UInt16, _ words: String = "") {
        relay.socket?.close(code: code, words: words)
        settle()
    }

    /// What the guest sent over a connection, as JSON.
    public func sent(over socket: FakeSocket?) throws -> [JSONText] {
        try (socket?.sent ?? []).compactMap { message in
            guard case .binary(let data) = message, let envelope = Envelope(data) else { return nil }
            return try opener.open(envelope).json()
        }
    }

    /// What the guest sent over the newest connection.
    public var sent: [JSONText] { get throws { try sent(over: relay.socket) } }

    /// The `t` of what the guest sent over the newest connection.
    public var sentKinds: [String] { get throws { try sent.map { $0["t"]?.stringValue ?? "?" } } }

    // MARK: Short frames

    /// A welcome as JSON.
    public static func welcome(
        entries: Int, readOnly: Bool = false, history: String? = nil, isStreaming: Bool = false, queued: Int = 0
    ) -> String {
        let parts = [
            #""t":"welcome","proto":3"#,
            #""header":{"type":"session","id":"s","title":"harbour","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/h"}"#,
            #""state":\#(state(isStreaming: isStreaming, queued: queued))"#,
            #""agents":[],"entryCount":\#(entries),"readOnly":\#(readOnly)"#,
        ]
        return "{" + (parts + (history.map { [#""history":\#($0)"#] } ?? [])).joined(separator: ",") + "}"
    }

    /// A session state as JSON.
    public static func state(isStreaming: Bool = false, queued: Int = 0) -> String {
        #"{"isStreaming":\#(isStreaming),"queuedMessageCount":\#(queued),"cwd":"/h","participants":[]}"#
    }

    /// A state frame.
    public static func stateFrame(isStreaming: Bool = false, queued: Int = 0) -> String {
        #"{"t":"state","state":\#(state(isStreaming: isStreaming, queued: queued))}"#
    }

    /// A user's entry as JSON.
    public static func user(_ id: String, _ text: String = "note", parent: String? = nil) -> String {
        let parent = parent.map { "\"\($0)\"" } ?? "null"
        return #"{"type":"message","id":"\#(id)","parentId":\#(parent),"timestamp":"2026-01-01T00:00:01.000Z","#
            + #""message":{"role":"user","content":"\#(text)","timestamp":1767225601000}}"#
    }

    /// A guest's prompt as the transcript shows it.
    public static func prompt(_ id: String, _ text: String, from author: String = "swift-guest") -> String {
        #"{"type":"custom_message","customType":"collab-prompt","id":"\#(id)","parentId":null,"#
            + #""timestamp":"2026-01-01T00:00:02.000Z","content":"\#(text)","display":true,"#
            + #""details":{"from":"\#(author)"}}"#
    }

    /// An entry frame.
    public static func entry(_ entry: String) -> String { #"{"t":"entry","entry":\#(entry)}"# }

    /// A chunk frame.
    public static func chunk(_ entries: [String], final: Bool = true) -> String {
        #"{"t":"snapshot-chunk","entries":[\#(entries.joined(separator: ","))],"final":\#(final)}"#
    }

    /// Plays the host up to a live session with these entries.
    public func goLive(entries: [String] = [GuestStage.user("u1")], history: String? = nil) async throws {
        await start()
        try welcome(entries: entries, history: history)
    }

    /// A welcome and its snapshot over the newest connection.
    public func welcome(entries: [String], history: String? = nil, queued: Int = 0) throws {
        try deliver(Self.welcome(entries: entries.count, history: history, queued: queued))
        if !entries.isEmpty { try deliver(Self.chunk(entries)) }
    }
}
