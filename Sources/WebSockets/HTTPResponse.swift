import Foundation

/// What a server answers to a request that is not upgraded.
public struct HTTPResponse: Sendable {
    /// The status code, e.g. 404.
    public var status: Int
    /// Value of `content-type`.
    public var contentType: String
    /// Further headers; names in small letters.
    public var headers: [(name: String, value: String)]
    /// Sent with its length; left out for `HEAD`.
    public var body: Data

    /// A whole answer.
    public init(
        status: Int, contentType: String = "text/plain; charset=utf-8", headers: [(name: String, value: String)] = [],
        body: Data = Data()
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
    }

    /// A line of text.
    public init(status: Int, text: String) {
        self.init(status: status, body: Data((text + "\n").utf8))
    }
}

/// Whether a request becomes a WebSocket.
public enum UpgradeDecision: Sendable {
    case accept
    case refuse(HTTPResponse)
}
