/// A frame from a guest to the host (protocol §4).
public enum GuestFrame: Sendable, Hashable {
    case hello(Hello)
    /// While the host streams, a prompt *steers*: it is queued.
    case prompt(text: String, images: [PromptImage])
    case abort
    /// The answer to an ask; no value means cancelled.
    case uiResponse(reqId: RequestID, value: String?)
    case agentCommand(AgentCommand, agentId: String)
    case fetchTranscript(reqId: Int, agentId: String, fromByte: Int)
    /// Tail only: entries before `before`.
    case fetchHistory(reqId: Int, before: String, maxBytes: Int?)
    /// Tail only: a slice of an elided value from a UTF-16 offset.
    case fetchValue(reqId: Int, entryId: String, path: [PathStep], hash: String, offset: Int)

    /// `COLLAB_PROTO`, the protocol number this guest speaks: 3.
    public static let proto = 3
}

/// `hello`: the first frame after every (re)open.
public struct Hello: Sendable, Hashable {
    /// The protocol number; ``GuestFrame/proto`` for Enclave.
    public var proto: Int
    /// Shown to others; the host trims it to 64 characters.
    public var name: String
    /// Only for full links.
    public var writeToken: WriteToken?
    /// Asks for the tail of the session only; hosts that don't know it ignore it.
    public var tail: TailRequest?

    /// A greeting; the protocol number is Enclave's own unless said otherwise.
    public init(proto: Int = GuestFrame.proto, name: String, writeToken: WriteToken?, tail: TailRequest?) {
        self.proto = proto
        self.name = name
        self.writeToken = writeToken
        self.tail = tail
    }
}

/// `hello.snapshot`: `{mode: "tail", maxBytes?}`.
public struct TailRequest: Sendable, Hashable {
    /// How much of the end of the session to send, in UTF-16 units of JSON.
    public var maxBytes: Int?

    /// Asks for at most this much; nil leaves it to the host.
    public init(maxBytes: Int?) { self.maxBytes = maxBytes }
}

/// An image sent with a prompt.
public struct PromptImage: Sendable, Hashable {
    /// What the data is, such as `image/jpeg`.
    public var mimeType: String
    /// Base64 without line breaks.
    public var data: String

    /// An image from its parts.
    public init(mimeType: String, data: String) {
        self.mimeType = mimeType
        self.data = data
    }
}

/// What a guest may ask of an agent (`agent-cmd`).
public enum AgentCommand: Sendable, Hashable {
    case chat(text: String)
    case kill
    case revive
}

/// One step into an entry's JSON: a member or an array index.
public enum PathStep: Sendable, Hashable {
    case key(String)
    case index(Int)
}
