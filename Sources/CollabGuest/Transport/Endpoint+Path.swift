extension Endpoint {
    /// The upgrade's request target; of a room `/r/<roomId>?role=…` (protocol §3). Room ids need no escaping.
    var path: String {
        switch target {
        case .room(let roomId, let role): "/r/\(roomId)?role=\(role.rawValue)"
        case .path(let path): path
        }
    }

    /// The host as resolvers and sockets want it: IPv6 without brackets.
    var hostWithoutBrackets: String {
        guard host.hasPrefix("["), host.hasSuffix("]") else { return host }
        return String(host.dropFirst().dropLast())
    }

    /// The whole address.
    var url: String {
        let port = port.map { ":\($0)" } ?? ""
        return "\(isSecure ? "wss" : "ws")://\(host)\(port)\(path)"
    }
}
