/// A text message of the relay (protocol §3).
public enum RelayControl: Sendable, Hashable {
    /// To guests: the host has left.
    case roomClosed
    /// To the host: a guest with this id came.
    case peerJoined(UInt32)
    /// To the host: the guest with this id went.
    case peerLeft(UInt32)

    /// Reads a text message; nil for what is no JSON or not known here, which is to be ignored.
    public init?(parsing text: String) {
        let json: JSONText
        do throws(JSONError) {
            json = try JSONText(validating: text)
        } catch {
            return nil
        }
        let peer = json["peer"]?.doubleValue.flatMap { UInt32(exactly: $0) }
        switch (json["t"]?.stringValue, peer) {
        case ("room-closed", _): self = .roomClosed
        case ("peer-joined", let peer?): self = .peerJoined(peer)
        case ("peer-left", let peer?): self = .peerLeft(peer)
        default: return nil
        }
    }

    /// The message's text.
    public var text: String {
        var message: JSONObjectWriter
        switch self {
        case .roomClosed: message = JSONObjectWriter(type: "room-closed")
        case .peerJoined(let peer):
            message = JSONObjectWriter(type: "peer-joined")
            message.put("peer", Int(peer))
        case .peerLeft(let peer):
            message = JSONObjectWriter(type: "peer-left")
            message.put("peer", Int(peer))
        }
        return message.finish().string
    }
}
