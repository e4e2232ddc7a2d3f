import CollabHost
import CollabTesting
import CollabWire
import EnclaveModel
import Foundation

/// A room of a fixture: what is listed of it, and who plays its host.
public struct FixtureRoom: Sendable {
    /// Who plays the host.
    public enum Host: Sendable {
        /// A scripted host on the relay in memory.
        case script(HostScript)
        /// The fixture itself, frame by frame.
        case byHand(FakeRelay)
        /// Nobody: the room is only listed.
        case nobody
    }

    /// What the room is called on the relay.
    public var name: String
    /// Its title in the list.
    public var title: String?
    /// Who plays the host.
    public var host: Host
    /// Whether its link steers.
    public var access = Access.control
    /// How long ago it was seen, seconds.
    public var age: TimeInterval = 0
    /// A colour.
    public var tag: Room.Tag?
    /// The model that the list remembers.
    public var model: String?
    /// The folder that the list remembers.
    public var folder: String?
    /// The relay in its link.
    public var relay = RelayAddress(isSecure: true, host: "my.omp.sh", port: nil)

    /// A room.
    public init(name: String, title: String?, host: Host) {
        self.name = name
        self.title = title
        self.host = host
    }

    /// The link: fixed, so that every run shows the same.
    public func link() throws(FixtureError) -> RoomLink {
        guard let secret = RoomSecret(bytes: Array(repeating: 42, count: RoomSecret.fullByteCount)) else {
            throw FixtureError("the fixed secret is no secret")
        }
        return RoomLink(relay: relay, roomId: "fixture-\(name)", secret: secret)
    }

    /// The link as the guest holds it.
    func guestLink() throws(FixtureError) -> RoomLink {
        let link = try link()
        return access == .control ? link : link.view
    }

    /// What the list says of it.
    func listed() throws -> Room {
        Room(
            id: try RoomKey(try link()), title: title, model: model, relay: relay.authority, folder: folder,
            access: access == .control ? .control : .view,
            lastSeen: FixtureStage.date.addingTimeInterval(-age), tag: tag)
    }
}

extension FixtureRoom {
    /// One of the demo rooms, under a real relay's name.
    static func demo(_ room: DemoRoom) throws -> FixtureRoom {
        let script = try room.script()
        var fixture = FixtureRoom(name: room.rawValue, title: script.title, host: .script(script))
        fixture.age = 40
        return fixture
    }

    /// A room whose script lies beside the fixtures: "cards", "long" or "quiet".
    public static func room(_ name: String) throws -> FixtureRoom { try script(name) }

    static func script(_ name: String) throws -> FixtureRoom {
        guard let url = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Rooms") else {
            throw FixtureError("the script \(name).json is missing")
        }
        let script = try HostScript(contentsOf: url)
        return FixtureRoom(name: name, title: script.title, host: .script(script))
    }
}

/// Why a fixture could not be put on stage.
public struct FixtureError: Error, CustomStringConvertible {
    /// What went wrong.
    public let description: String

    /// An error with its words.
    public init(_ description: String) { self.description = description }
}
