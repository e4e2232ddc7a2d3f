extension HandHost {
    /// A welcome for a room with a past of `entries`.
    public static func welcome(entries: Int, readOnly: Bool = false, isStreaming: Bool = false) -> String {
        #"{"t":"welcome","proto":3,"header":\#(header),"state":\#(state(isStreaming: isStreaming)),"#
            + #""agents":[],"entryCount":\#(entries),"readOnly":\#(readOnly)}"#
    }

    /// The session file's header.
    static let header =
        #"{"type":"session","id":"s","title":"harbour survey","timestamp":"2026-05-12T08:00:00.000Z","cwd":"/srv/harbour"}"#

    /// The session's state.
    public static func state(
        isStreaming: Bool = false, isAborting: Bool = false, queued: Int = 0, name: String = "harbour survey"
    ) -> String {
        #"{"isStreaming":\#(isStreaming),"isAborting":\#(isAborting),"queuedMessageCount":\#(queued),"#
            + #""sessionName":"\#(name)","cwd":"/srv/harbour","#
            + #""model":{"id":"sail-1","name":"Sail 1","provider":"acme","contextWindow":64000},"thinkingLevel":"low","#
            + #""contextUsage":{"tokens":55000,"contextWindow":64000,"percent":86},"participants":["#
            + #"{"name":"rita","role":"host","readOnly":false},{"name":"Ada","role":"guest","readOnly":false},"#
            + #"{"name":"jonas","role":"guest","readOnly":true}]}"#
    }

    /// A frame with a new state.
    public static func stateFrame(
        isStreaming: Bool = false, isAborting: Bool = false, queued: Int = 0, name: String = "harbour survey"
    ) -> String {
        #"{"t":"state","state":\#(state(isStreaming: isStreaming, isAborting: isAborting, queued: queued, name: name))}"#
    }

    /// A message of the person at the host.
    public static func user(_ id: String, _ text: String) -> String {
        #"{"type":"message","id":"\#(id)","parentId":null,"timestamp":"2026-05-12T08:30:00.000Z","#
            + #""message":{"role":"user","content":"\#(text)","timestamp":1778574600000}}"#
    }

    /// A message of the agent.
    public static func assistant(_ id: String, _ text: String) -> String {
        #"{"type":"message","id":"\#(id)","parentId":null,"timestamp":"2026-05-12T08:31:00.000Z","#
            + #""message":\#(assistantMessage(text))}"#
    }

    /// The agent's message itself, as events carry it.
    public static func assistantMessage(_ text: String) -> String {
        #"{"role":"assistant","content":[{"type":"text","text":"\#(text)"}],"model":"sail-1","stopReason":"stop","#
            + #""timestamp":1778574660000}"#
    }

    /// Entries in one chunk.
    public static func chunk(_ entries: [String], final: Bool = true) -> String {
        #"{"t":"snapshot-chunk","entries":[\#(entries.joined(separator: ","))],"final":\#(final)}"#
    }

    /// A new entry.
    public static func entry(_ entry: String) -> String { #"{"t":"entry","entry":\#(entry)}"# }

    /// An event.
    public static func event(_ event: String) -> String { #"{"t":"event","event":\#(event)}"# }

    /// A question.
    public static func ask(_ request: String) -> String { #"{"t":"ui-request","request":\#(request)}"# }
}
