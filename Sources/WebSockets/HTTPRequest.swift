/// A request as a server's delegate sees it.
public struct HTTPRequest: Sendable {
    /// In capitals. Methods other than `GET` and `HEAD` are answered with 405 before anybody is asked.
    public var method: String
    /// Decoded, without the query.
    public var path: String
    /// Names and values, decoded, in order.
    public var query: [(name: String, value: String)]
    /// Headers under their names in small letters: `host`, `origin`, `user-agent`, `cookie`, `authorization`,
    /// `sec-websocket-protocol`, `x-forwarded-for`; the others are not kept.
    public var headers: [String: String]
    /// The peer's numeric address.
    public var remoteAddress: String

    /// For tests and for delegates that pass requests on.
    public init(
        method: String, path: String, query: [(name: String, value: String)], headers: [String: String],
        remoteAddress: String
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.remoteAddress = remoteAddress
    }

    /// The first value of a query parameter.
    public func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
