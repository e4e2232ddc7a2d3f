/// What changed in a ``ReplicaState`` since the last look. Changes merge: a consumer that comes late gets the sum.
///
/// The numbers are sequence numbers of ``EntryList``. `appended` and `prepended` are ranges that exist in the new state.
public struct ReplicaChange: Sendable, Hashable {
    /// Everything is new: a (re-)welcome was completed. The rest is then to be read from the state.
    public var isReset = false
    /// Entries at the end that are new.
    public var appended: Range<Int>?
    /// Entries at the beginning that are new.
    public var prepended: Range<Int>?
    /// Entries that were replaced in place (repeated id, loaded elided value).
    public var replaced: Set<Int> = []
    public var ghostChanged = false
    /// `toolCallId`s whose running state or partial result changed.
    public var tools: Set<String> = []
    public var stateChanged = false
    public var agentsChanged = false
    /// `progress.id`s and lifecycle ids that changed or went.
    public var subagents: Set<String> = []
    public var asksChanged = false
    public var noticesChanged = false
    public var recoveryChanged = false
    public var todoChanged = false
    public var historyChanged = false

    public init() {}
}
