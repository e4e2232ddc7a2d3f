import CollabGuest
import CollabWire

/// The rules of a relay: rooms, seats, routing, limits. Values in, effects out; no socket, no clock, no payload.
///
/// Content-blind by construction: of a frame it is told no more than the four bytes of its envelope. Whoever drives it
/// reports joins, frames, queue lengths and time, and carries out the effects in their order.
public struct RelayCore: Sendable {
    /// Names a connection; the driver chooses it and does not use it twice.
    public typealias ConnectionID = UInt64

    /// What the driver has to do.
    public enum Effect: Sendable, Hashable {
        /// Queue a control text (protocol §3).
        case send(RelayControl, to: ConnectionID)
        /// Say goodbye; `discarding` what is queued, when the receiver does not take it anyway.
        case close(ConnectionID, RelayClose, discarding: Bool)
        /// Stop or go on reading from a connection.
        case setPaused(ConnectionID, Bool)
        /// Something for the log.
        case note(RelayEvent)
    }

    /// Where a binary message goes.
    public enum Route: Sendable, Hashable {
        /// Nowhere: too short, to nobody, or from a connection that has no seat.
        case drop
        /// To the host, after writing this peer id into the envelope.
        case host(ConnectionID, stamp: UInt32)
        /// To these guests, unchanged.
        case guests([ConnectionID])
    }

    private struct Seat {
        var room: Int
        var role: Endpoint.Role
        var peer: UInt32
        /// Milliseconds since when its queue is above the backlog.
        var slowSince: Double?
        var isPaused = false
    }

    private struct Room {
        var id: String
        var host: ConnectionID
        var guests: [UInt32: ConnectionID] = [:]
        /// The guests in the order they came: what a broadcast goes through.
        var everyone: [ConnectionID] = []
        var nextPeer: UInt32 = 1
        /// How many guests are slow; while there are any, the host is not read.
        var slowGuests = 0
        var hostIsSlow = false
    }

    private let limits: RelayLimits
    private var seats: [ConnectionID: Seat] = [:]
    private var rooms: [Int: Room] = [:]
    private var numbers: [String: Int] = [:]
    private var nextRoom = 0
    private var slow: Set<ConnectionID> = []

    /// An empty relay.
    public init(limits: RelayLimits = RelayLimits()) { self.limits = limits }

    /// Rooms that have a host.
    public var roomCount: Int { rooms.count }
    /// Connections that have a seat.
    public var seatCount: Int { seats.count }

    /// Whether anybody is behind, so that time matters.
    public var hasSlowReceivers: Bool { !slow.isEmpty }

    // MARK: Coming and going

    /// A connection asks for a seat. It is either seated or closed by the effects.
    public mutating func join(_ connection: ConnectionID, roomId: String, role: Endpoint.Role) -> [Effect] {
        switch role {
        case .host: joinAsHost(connection, roomId)
        case .guest: joinAsGuest(connection, roomId)
        }
    }

    private mutating func joinAsHost(_ connection: ConnectionID, _ roomId: String) -> [Effect] {
        guard numbers[roomId] == nil else { return [.close(connection, .hostConnected, discarding: false)] }
        guard rooms.count < limits.rooms else {
            return [.close(connection, .relayFull, discarding: false), .note(.relayFull)]
        }
        nextRoom += 1
        numbers[roomId] = nextRoom
        rooms[nextRoom] = Room(id: roomId, host: connection)
        seats[connection] = Seat(room: nextRoom, role: .host, peer: 0)
        return [.note(.roomOpened(RoomTag(roomId), rooms: rooms.count))]
    }

    private mutating func joinAsGuest(_ connection: ConnectionID, _ roomId: String) -> [Effect] {
        guard let number = numbers[roomId], var room = rooms[number] else {
            return [.close(connection, .noSuchRoom, discarding: false)]
        }
        guard room.guests.count < limits.guestsPerRoom, room.nextPeer < UInt32.max else {
            return [.close(connection, .roomFull, discarding: false), .note(.roomFull(RoomTag(roomId)))]
        }
        let peer = room.nextPeer
        room.nextPeer += 1
        room.guests[peer] = connection
        room.everyone.append(connection)
        rooms[number] = room
        seats[connection] = Seat(room: number, role: .guest, peer: peer, isPaused: room.hostIsSlow)
        var effects: [Effect] = [.send(.peerJoined(peer), to: room.host)]
        if room.hostIsSlow { effects.append(.setPaused(connection, true)) }
        effects.append(.note(.guestJoined(RoomTag(roomId), peer: peer, guests: room.everyone.count)))
        return effects
    }

    /// A connection is gone, for whatever reason.
    public mutating func leave(_ connection: ConnectionID) -> [Effect] {
        guard let seat = seats.removeValue(forKey: connection), var room = rooms[seat.room] else { return [] }
        slow.remove(connection)
        if seat.role == .host { return closeRoom(seat.room) }
        room.guests[seat.peer] = nil
        room.everyone.removeAll { $0 == connection }
        if seat.slowSince != nil { room.slowGuests -= 1 }
        rooms[seat.room] = room
        var effects: [Effect] = [.send(.peerLeft(seat.peer), to: room.host)]
        effects += balance(seat.room)
        effects.append(.note(.guestLeft(RoomTag(room.id), peer: seat.peer, guests: room.everyone.count)))
        return effects
    }

    /// The relay stops: every room is closed as if its host had left, and the hosts are sent away too.
    public mutating func stop() -> [Effect] {
        let hosts = rooms.values.map(\.host)
        var effects: [Effect] = []
        for host in hosts {
            effects += leave(host)
            effects.append(.close(host, .roomClosed, discarding: false))
        }
        return effects
    }

    private mutating func closeRoom(_ number: Int) -> [Effect] {
        guard let room = rooms.removeValue(forKey: number) else { return [] }
        numbers[room.id] = nil
        var effects: [Effect] = []
        for guest in room.everyone {
            let wasSlow = seats.removeValue(forKey: guest)?.slowSince != nil
            slow.remove(guest)
            effects.append(.send(.roomClosed, to: guest))
            effects.append(.close(guest, .roomClosed, discarding: false))
            if wasSlow { effects.append(.note(.slowDropped(RoomTag(room.id)))) }
        }
        effects.append(.note(.roomClosed(RoomTag(room.id), rooms: rooms.count)))
        return effects
    }

    // MARK: Frames

    /// Where a binary message goes. Texts from peers go nowhere and need not be asked about.
    ///
    /// - Parameter peer: the envelope's first four bytes as a number; nil for shorter messages.
    public func route(from connection: ConnectionID, peer: UInt32?) -> Route {
        guard let peer, let seat = seats[connection], let room = rooms[seat.room] else { return .drop }
        switch seat.role {
        case .guest: return .host(room.host, stamp: seat.peer)
        case .host where peer == 0: return .guests(room.everyone)
        case .host: return room.guests[peer].map { .guests([$0]) } ?? .drop
        }
    }

    // MARK: Backpressure

    /// Whether ``queueChanged(_:bytes:now:)`` would do something about a receiver with this many unsent bytes.
    public func isQueueOfInterest(_ connection: ConnectionID, bytes: Int) -> Bool {
        bytes > limits.backlog || (!slow.isEmpty && bytes <= limits.caughtUp && slow.contains(connection))
    }

    /// A receiver's queue has grown or shrunk.
    ///
    /// While a receiver is above its backlog, its senders are not read: a fast host is slowed to the pace of a guest
    /// that is loading. One that makes no headway is dropped: at once when its queue would pass the hard limit, else
    /// after the limits' patience.
    ///
    /// - Parameters:
    ///   - bytes: accepted for the connection, not yet taken by the network.
    ///   - now: milliseconds since an arbitrary fixed point.
    public mutating func queueChanged(_ connection: ConnectionID, bytes: Int, now: Double) -> [Effect] {
        guard var seat = seats[connection] else { return [] }
        if bytes > limits.hardBacklog { return drop(connection) }
        let isSlow = bytes > limits.backlog || (seat.slowSince != nil && bytes > limits.caughtUp)
        guard isSlow != (seat.slowSince != nil) else { return [] }
        seat.slowSince = isSlow ? now : nil
        seats[connection] = seat
        if isSlow { slow.insert(connection) } else { slow.remove(connection) }
        switch seat.role {
        case .guest: rooms[seat.room]?.slowGuests += isSlow ? 1 : -1
        case .host: rooms[seat.room]?.hostIsSlow = isSlow
        }
        return balance(seat.room)
    }

    /// Time has passed; call it about once a second.
    public mutating func tick(now: Double) -> [Effect] {
        let hopeless = slow.filter { now - (seats[$0]?.slowSince ?? now) >= limits.patience }
        return hopeless.sorted().flatMap { drop($0) }
    }

    /// Sends a receiver away that does not receive.
    private mutating func drop(_ connection: ConnectionID) -> [Effect] {
        guard let seat = seats[connection], let room = rooms[seat.room] else { return [] }
        var effects: [Effect] = [
            .close(connection, .tooSlow, discarding: true), .note(.slowDropped(RoomTag(room.id))),
        ]
        effects += leave(connection)
        return effects
    }

    /// Reads from a room's senders, or does not, as its receivers allow.
    private mutating func balance(_ number: Int) -> [Effect] {
        guard let room = rooms[number] else { return [] }
        var effects = setPaused(room.host, room.slowGuests > 0)
        for guest in room.everyone { effects += setPaused(guest, room.hostIsSlow) }
        return effects
    }

    private mutating func setPaused(_ connection: ConnectionID, _ paused: Bool) -> [Effect] {
        guard seats[connection]?.isPaused == !paused else { return [] }
        seats[connection]?.isPaused = paused
        return [.setPaused(connection, paused)]
    }
}
