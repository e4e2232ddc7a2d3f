extension Endpoint {
    /// `/r/<roomId>?role=…`, the upgrade's request target (protocol §3). Room ids need no escaping.
    var path: String { "/r/\(roomId)?role=\(role.rawValue)" }

    /// The host as resolvers and sockets want it: IPv6 without brackets.
    var hostWithoutBrackets: String {
        guard host.hasPrefix("["), host.hasSuffix("]") else { return host }
        return String(host.dropFirst().dropLast())
    }

    /// The whole address; it holds no secret.
    var url: String {
        let port = port.map { ":\($0)" } ?? ""
        return "\(isSecure ? "wss" : "ws")://\(host)\(port)\(path)"
    }
}
