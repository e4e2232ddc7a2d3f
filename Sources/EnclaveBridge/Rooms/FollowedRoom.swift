import CollabWire
import Crypto

/// A room a bridge may follow.
public struct FollowedRoom: Sendable, Hashable {
    /// The room's name in the registry and in pushes: a hash that the devices compute too.
    public var key: RoomKey
    /// How to get in. **A secret.**
    public var link: RoomLink

    /// A room from its link.
    public init(_ link: RoomLink) throws(CryptoError) {
        key = try RoomKey(link)
        self.link = link
    }
}
