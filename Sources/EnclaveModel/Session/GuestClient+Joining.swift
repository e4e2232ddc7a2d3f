import CollabGuest
import CollabReplica
import CollabWire

extension GuestClient {
    /// A client for a link, over the platform's own WebSocket.
    /// - Parameters:
    ///   - text: a link in any form (protocol §2).
    ///   - name: shown to others.
    ///   - outbox: prompts kept from an earlier session with this room.
    /// - Throws: ``CollabWire/LinkError`` with what is wrong with the link; the link itself is not in it.
    public convenience init(joining text: String, name: String, outbox: [OutboxItem] = []) throws(LinkError) {
        self.init(
            joining: try RoomLink(parsing: text), name: name, connector: Connectors.standard, outbox: outbox)
    }

    /// A client for a link, or nil when it can't be read; ``init(joining:name:outbox:)`` says why.
    public convenience init?(link: String, name: String) {
        do throws(LinkError) { try self.init(joining: link, name: name) } catch { return nil }
    }

    /// A client for a parsed link over any connector: a relay in memory for demo rooms and tests.
    public convenience init(
        joining link: RoomLink, name: String, connector: any TransportConnector,
        clock: any SessionClock = SystemClock(), outbox: [OutboxItem] = [], copy: SessionCopy? = nil
    ) {
        var options = SessionOptions()
        options.confirmsAsks = true
        self.init(
            session: GuestSession(
                link: link, name: name, options: options, connector: connector, clock: clock, outbox: outbox,
                copy: copy),
            access: link.access, clock: clock, copyDate: copy?.date)
    }
}
