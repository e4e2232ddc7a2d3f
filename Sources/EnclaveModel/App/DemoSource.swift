import CollabGuest
import CollabWire

/// Where demo rooms come from (feature A3). The box that hosts them lives in a room of its own; the app is handed only
/// links and a way to reach them.
public struct DemoSource: Sendable {
    /// Starts the box and gives its rooms, in order.
    public var open: @Sendable () async throws -> [DemoOffer]

    /// A source.
    public init(open: @escaping @Sendable () async throws -> [DemoOffer]) {
        self.open = open
    }
}

/// One demo room.
public struct DemoOffer: Sendable {
    /// Its name in the list.
    public var title: String
    /// Its link.
    public var link: RoomLink
    /// Reaches the box.
    public var connector: any TransportConnector
    /// Whatever must live for the room to go on.
    public var box: any Sendable

    /// A demo room.
    public init(title: String, link: RoomLink, connector: any TransportConnector, box: any Sendable) {
        self.title = title
        self.link = link
        self.connector = connector
        self.box = box
    }
}
