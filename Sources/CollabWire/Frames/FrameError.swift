/// Why a frame could not be read. It costs a notice, not the session (protocol §5).
public enum FrameError: Error, Sendable, Hashable {
    /// The frame opened but is no readable JSON: not a wrong key.
    case notJSON(JSONError)
    /// A known frame lacks what it is about: the frame's `t` and the field at fault.
    case malformed(frame: String, field: String)
    /// A guest frame of a kind that hosts of this version do not know (host side only).
    case unknownFrame(type: String?)
}

extension FrameError: CustomStringConvertible {
    /// What was wrong with the frame.
    public var description: String {
        switch self {
        case .notJSON(let error): "A frame could not be read. \(error)"
        case .malformed(let frame, let field): "A “\(frame)” frame could not be used: its “\(field)” is missing or odd."
        case .unknownFrame(let type):
            if let type {
                "A frame of the unknown kind “\(type.prefix(40))” was left out."
            } else {
                "A frame has no kind."
            }
        }
    }
}
