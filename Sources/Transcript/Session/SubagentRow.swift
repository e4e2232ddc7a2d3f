/// One subagent as a row: who, what, how far.
public struct SubagentRow: Hashable, Sendable {
    /// Where it stands.
    public enum State: Hashable, Sendable {
        case pending, running, completed, mergeFailed, failed, aborted
    }

    /// Its id, which opens its transcript; nil until the host has named it.
    public var id: String?
    /// Its place in the call, from 0.
    public var index: Int
    /// The kind of agent.
    public var agent: String?
    /// What it does.
    public var description: String?
    /// Its orders.
    public var assignment: String?
    /// It works in a copy of its own.
    public var isIsolated: Bool
    /// Where it stands.
    public var state: State
    /// What it says it is doing, or the tool it runs.
    public var activity: String?
    /// Tools it has run.
    public var toolCount: Int?
    /// Tokens it has used.
    public var tokens: Int?
    /// Requests it has made to its model.
    public var requests: Int?
    /// In US dollars.
    public var cost: Double?
    /// How long it has run.
    public var durationMilliseconds: Double?
    /// The model it runs on.
    public var model: String?
    /// Its last words.
    public var output: String?
    /// The output was cut.
    public var isTruncated: Bool
    /// Something went wrong in passing.
    public var warning: String?
    /// Why it failed or was aborted.
    public var error: String?
    /// Where its work is, as a patch.
    public var patchPath: String?
    /// Where its work is, as a branch.
    public var branchName: String?

    /// A row about which nothing but its place and state is known.
    public init(index: Int, state: State) {
        self.index = index
        self.state = state
        isIsolated = false
        isTruncated = false
    }
}
