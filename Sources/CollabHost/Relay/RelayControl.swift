/// What a relay says in its own name, as text messages (protocol §3).
public enum RelayControl: Sendable, Hashable {
    /// To the host: a guest is here.
    case peerJoined(UInt32)
    /// To the host: a guest is gone.
    case peerLeft(UInt32)
    /// To a guest: the host is gone; 4001 follows.
    case roomClosed

    /// The JSON, as the reference relay writes it.
    public var text: String {
        switch self {
        case .peerJoined(let peer): "{\"t\":\"peer-joined\",\"peer\":\(peer)}"
        case .peerLeft(let peer): "{\"t\":\"peer-left\",\"peer\":\(peer)}"
        case .roomClosed: "{\"t\":\"room-closed\"}"
        }
    }
}
