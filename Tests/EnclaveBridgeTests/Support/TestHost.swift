import CollabGuest
import CollabTesting
import CollabWire
import Foundation
import Testing

@testable import EnclaveBridge

/// A host whose room does what a test says. Shares with the code under test only the wire.
actor TestHost {
    nonisolated let link: RoomLink
    private let connector: any TransportConnector
    private let sealer: Sealer
    private let opener: Opener
    private let session: String
    private let title: String
    private var transport: (any Transport)?
    private var reader: Task<Void, Never>?
    /// What is to be sent, in order, and who sends it.
    private var outbox: [TransportMessage] = []
    private var writer: Task<Void, Never>?
    /// Open questions by id, as JSON.
    private(set) var asks: [(id: Int, json: String)] = []
    private var isWorking = false
    private var entry = 0
    private(set) var hellos = 0
    /// The relay has closed the connection: the room has another host, perhaps the one that has just left.
    private(set) var isGone = false
    /// What the last guest said of itself.
    private(set) var lastHello: Hello?

    init(
        link: RoomLink, connector: any TransportConnector, session: String = "session-1", title: String = "harbour"
    ) throws {
        self.link = link
        self.connector = connector
        self.session = session
        self.title = title
        sealer = try Sealer(secret: link.secret)
        opener = try Opener(secret: link.secret)
    }

    /// A room nobody else has.
    static func link(_ number: Int, port: Int? = 7) throws -> RoomLink {
        var bytes = [UInt8](repeating: UInt8(number & 0xFF), count: RoomSecret.fullByteCount)
        bytes[0] = UInt8(number >> 8 & 0xFF)
        guard let secret = RoomSecret(bytes: bytes) else { throw SealError.truncated }
        return RoomLink(
            relay: RelayAddress(isSecure: false, host: "localhost", port: port),
            roomId: "test-room-\(number)-xxxxxxxx", secret: secret)
    }

    /// Opens the room.
    func open() async throws {
        let endpoint = Endpoint(
            isSecure: false, host: link.relay.host, port: link.relay.port, roomId: link.roomId, role: .host)
        let transport = try await connector.connect(to: endpoint)
        self.transport = transport
        reader = Task {
            do {
                while true { for message in try await transport.receive() { self.take(message) } }
            } catch {
                self.isGone = true
            }
        }
    }

    /// Goes away without a word.
    func close() async {
        reader?.cancel()
        await writer?.value
        await transport?.close(code: 1000, reason: "")
        transport = nil
    }

    private func take(_ message: TransportMessage) {
        guard case .binary(let data) = message, let envelope = Envelope(data) else { return }
        do {
            switch try GuestFrame.decode(try opener.open(envelope)) {
            case .hello(let hello):
                hellos += 1
                lastHello = hello
                welcome(envelope.peerId)
            case .fetchTranscript(let reqId, _, let fromByte):
                send(
                    """
                    {"t":"transcript","reqId":\(reqId),"text":"","newSize":\(fromByte),"error":"no transcript available"}
                    """, to: envelope.peerId)
            default: break
            }
        } catch {
            return
        }
    }

    /// In one go, as omp does: nothing else is sent between the welcome and the last open question.
    private func welcome(_ peer: UInt32) {
        send(
            """
            {"t":"welcome","proto":3,"header":{"type":"session","id":"\(session)","cwd":"/harbour"},"entryCount":1,
            "state":\(state),"agents":[]}
            """, to: peer)
        send("{\"t\":\"snapshot-chunk\",\"entries\":[\(user("e0"))],\"final\":true}", to: peer)
        for ask in asks { send(ask.json, to: peer) }
    }

    private var state: String {
        """
        {"isStreaming":\(isWorking),"queuedMessageCount":0,"sessionName":"\(title)","cwd":"/harbour",
        "contextUsage":{"tokens":51000,"contextWindow":200000,"percent":25.5},"participants":[]}
        """
    }

    private func user(_ id: String) -> String {
        """
        {"type":"message","id":"\(id)","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z",
        "message":{"role":"user","content":"a prompt about the pier","timestamp":1}}
        """
    }

    /// Leaves a frame to be sent behind those before it.
    func send(_ json: String, to peer: UInt32 = 0) {
        do {
            outbox.append(.binary(try sealer.seal(JSONText(validating: json), peerId: peer)))
        } catch {
            Issue.record("a test's frame cannot be sent: \(error)")
        }
        if writer == nil { writer = Task { await self.write() } }
    }

    private func write() async {
        while !outbox.isEmpty {
            let message = outbox.removeFirst()
            do {
                try await transport?.send(message)
            } catch {
                // The relay is away; the room is asked again at the next welcome.
                outbox = []
            }
        }
        writer = nil
    }

    // MARK: What happens in the room

    func ask(_ id: Int, _ question: String, options: [String] = ["Approve", "Decline"], marker: String? = nil) {
        let labels = options.map { "\"\($0)\"" }.joined(separator: ",")
        let marked = marker.map { ",\"selectionMarker\":\"\($0)\"" } ?? ""
        let json = """
            {"t":"ui-request","request":{"reqId":\(id),"kind":"select","title":"\(question)","options":[\(labels)]\(marked)}}
            """
        asks.append((id, json))
        send(json)
    }

    func end(_ id: Int) {
        asks.removeAll { $0.id == id }
        send("{\"t\":\"ui-request-end\",\"reqId\":\(id)}")
    }

    func work(_ working: Bool) {
        isWorking = working
        entry += 1
        send("{\"t\":\"event\",\"event\":{\"type\":\"\(working ? "agent_start" : "agent_end")\"}}")
        send("{\"t\":\"entry\",\"entry\":\(user("e\(entry)"))}")
        send("{\"t\":\"state\",\"state\":\(state)}")
    }

    func bye(_ reason: String) { send("{\"t\":\"bye\",\"reason\":\"\(reason)\"}") }
}
