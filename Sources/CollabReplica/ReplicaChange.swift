/// What changed in a ``ReplicaState`` since the last look. Changes merge: a consumer that comes late gets the sum.
///
/// The numbers are sequence numbers of ``EntryList``. `appended` and `prepended` are ranges that exist in the new
/// state.
public struct ReplicaChange: Sendable, Hashable {
    /// Everything is new: the snapshot of a (re-)welcome is whole. The rest is then to be read from the state.
    public var isReset = false
    /// Entries at the end that are new.
    public var appended: Range<Int>?
    /// Entries at the beginning that are new.
    public var prepended: Range<Int>?
    /// Entries that were replaced in place (repeated id, loaded elided value).
    public var replaced: Set<Int> = []
    /// The streamed message appeared, grew, was finished or went.
    public var ghostChanged = false
    /// `toolCallId`s whose running state or partial result changed.
    public var tools: Set<String> = []
    /// State, header, read-only flag or the working flag changed.
    public var stateChanged = false
    /// The roster changed.
    public var agentsChanged = false
    /// `progress.id`s and lifecycle ids that changed or went.
    public var subagents: Set<String> = []
    /// A question came, changed or went.
    public var asksChanged = false
    /// A notice came.
    public var noticesChanged = false
    /// A retry or compaction began or ended.
    public var recoveryChanged = false
    /// The todo board of the welcome changed.
    public var todoChanged = false
    /// Paging state changed.
    public var historyChanged = false

    /// No change.
    public init() {}

    /// Whether nothing changed.
    public var isEmpty: Bool { self == ReplicaChange() }

    /// Adds a later change to this one.
    public mutating func merge(_ later: ReplicaChange) {
        if later.isReset {
            // Ranges and positions from before a reset mean nothing any more.
            appended = later.appended
            prepended = later.prepended
            replaced = later.replaced
            isReset = true
        } else {
            appended = Self.union(appended, later.appended)
            prepended = Self.union(prepended, later.prepended)
            replaced.formUnion(later.replaced)
        }
        ghostChanged = ghostChanged || later.ghostChanged
        tools.formUnion(later.tools)
        stateChanged = stateChanged || later.stateChanged
        agentsChanged = agentsChanged || later.agentsChanged
        subagents.formUnion(later.subagents)
        asksChanged = asksChanged || later.asksChanged
        noticesChanged = noticesChanged || later.noticesChanged
        recoveryChanged = recoveryChanged || later.recoveryChanged
        todoChanged = todoChanged || later.todoChanged
        historyChanged = historyChanged || later.historyChanged
    }

    private static func union(_ left: Range<Int>?, _ right: Range<Int>?) -> Range<Int>? {
        guard let left else { return right }
        guard let right else { return left }
        return min(left.lowerBound, right.lowerBound)..<max(left.upperBound, right.upperBound)
    }
}
