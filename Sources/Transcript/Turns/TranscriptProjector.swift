import CollabReplica
import CollabWire
import Foundation

/// Keeps the rows of a transcript in step with the replica: a change goes in, what it does to the rows comes out.
///
/// A pure value. Each change costs work in proportion to what it changed, not to the session's length: an appended
/// entry makes its own rows and at most extends the last activity; a streaming update makes the streamed rows; a tool
/// result, early or late, replaces one call's row; a page of history makes its rows and looks at the seam; a replaced
/// entry is folded anew as far as its run of calls reaches. A re-welcome makes all rows and compares them, so that only
/// what differs is reported.
///
/// After any sequence of changes ``rows`` are what a projector makes of the last state from scratch, save that rows of
/// a message that was watched while it streamed keep the name they had then.
public struct TranscriptProjector: Sendable {
    /// The rows now.
    public private(set) var rows = TurnList()

    private var days: DayClock
    var entries = EntryList()
    var calls = CallIndex()
    var streams = StreamNames()
    private var prose = StreamProse()
    var ghost: Ghost?
    private var ghostCalls: Set<String> = []
    private var isWorking = false
    /// Running tools by call id.
    var tools: [String: ActiveTool] = [:]
    private var toolOrder: [String] = []
    var subagents = SubagentIndex()
    private var recovery: Recovery?
    private var history: HistoryState?
    private var newSince: (entryId: String, position: Int)?

    /// A projector that has seen nothing.
    /// - Parameter timeZone: where days begin.
    public init(timeZone: TimeZone = .current) {
        days = DayClock(timeZone: timeZone)
    }

    /// Makes all rows of a state at once.
    public init(_ state: ReplicaState, timeZone: TimeZone = .current) {
        self.init(timeZone: timeZone)
        rebuild(ProjectorInput(state))
    }

    // MARK: Changes

    /// Takes a change in.
    /// - Parameters:
    ///   - change: what changed since the last call, possibly several frames' worth.
    ///   - state: the replica's state after the change.
    /// - Returns: what changed in ``rows``.
    public mutating func apply(_ change: ReplicaChange, _ state: ReplicaState) -> TurnDiff {
        apply(change, ProjectorInput(state))
    }

    /// Takes entries in that come after all others, as of a subagent's transcript that is read in pieces.
    public mutating func append(_ more: [Entry]) -> TurnDiff {
        var input = ProjectorInput()
        input.entries = entries
        input.entries.append(contentsOf: more)
        return apply(ReplicaChange(), input)
    }

    private mutating func apply(_ change: ReplicaChange, _ input: ProjectorInput) -> TurnDiff {
        if change.isReset || !isContinuation(input.entries) {
            let old = rows
            rebuild(input)
            return Self.difference(from: old, to: rows)
        }
        var edit = Edit(rows)
        take(change, input, &edit)
        return finish(edit)
    }

    /// Puts the "new since" marker behind an entry, or takes it away.
    /// - Parameter entryId: the last entry the person has seen; nil takes the marker away.
    public mutating func setNewSince(after entryId: String?) -> TurnDiff {
        var edit = Edit(rows)
        let old = newSince?.position
        newSince = entryId.flatMap { id in position(ofEntry: id).map { (id, $0) } }
        for mark in [old, newSince?.position].compactMap(\.self) {
            if let next = rows.firstVisible(from: mark + 1) { refold(next..<next + 1, &edit) }
        }
        return finish(edit)
    }

    /// The entry that the newest durable row belongs to: what to remember as seen.
    public var lastEntryId: String? {
        guard let position = rows.lastVisible(before: entries.endIndex) else { return nil }
        return entries[position].id
    }

    /// Whether the entries go on from those known: the same, with more at either end.
    private func isContinuation(_ new: EntryList) -> Bool {
        new.startIndex <= entries.startIndex && new.endIndex >= entries.endIndex
            && (entries.isEmpty || new.endIndex > new.startIndex)
    }

    private mutating func take(_ change: ReplicaChange, _ input: ProjectorInput, _ edit: inout Edit) {
        let known = entries.startIndex..<entries.endIndex
        let old = entries
        entries = input.entries
        let prepended = entries.startIndex..<known.lowerBound
        let appended = known.upperBound..<entries.endIndex
        if !prepended.isEmpty { rows.prependGroups(prepended.count) }
        for _ in appended { rows.appendGroup() }

        var affected: Set<String> = []
        let replaced = change.replaced.filter(known.contains)
        for position in replaced {
            affected.formUnion(calls.remove(old[position], at: position))
            affected.formUnion(calls.insert(entries[position], at: position))
        }
        for position in prepended { affected.formUnion(calls.insert(entries[position], at: position)) }
        for position in appended { affected.formUnion(calls.insert(entries[position], at: position)) }

        streams.land(appended.lazy.map { input.entries[$0] }, ghost: input.ghost)
        let oldGhostCalls = ghostCalls
        follow(change, input)
        affected.formUnion(oldGhostCalls.symmetricDifference(ghostCalls))

        if !prepended.isEmpty { refold(prepended, &edit) }
        for position in replaced.sorted() { refold(position..<position + 1, &edit) }
        if !appended.isEmpty { refold(appended, &edit) }

        for id in affected {
            for position in calls.results(id) where known.contains(position) {
                let isShown = rows.group(at: position).visible > 0
                if isShown != isOrphan(id) { refold(position..<position + 1, &edit) }
            }
        }
        var stale = affected.union(change.tools)
        if !change.subagents.isEmpty || change.agentsChanged { stale.formUnion(subagents.changedCalls) }
        for id in stale {
            for position in calls.calls(id) where known.contains(position) { patch(position, &edit) }
        }

        rows.head = headRows()
        rows.tail = tailRows()
    }

    private mutating func follow(_ change: ReplicaChange, _ state: ProjectorInput) {
        ghost = state.ghost
        streams.follow(ghost)
        isWorking = state.isWorking
        recovery = state.recovery
        history = state.history
        if change.ghostChanged || change.isReset {
            ghostCalls = []
            for block in ghost?.message.content ?? [] {
                if case .toolCall(let call) = block { ghostCalls.insert(call.id) }
            }
        }
        if !change.tools.isEmpty || change.stateChanged || change.isReset {
            tools = Dictionary(state.tools.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            toolOrder = state.tools.map(\.id)
        }
        if !change.subagents.isEmpty || change.agentsChanged || change.isReset {
            subagents.update(progress: state.progress, lifecycle: state.lifecycle, agents: state.agents)
        }
    }

    // MARK: All rows

    /// The rows of a state from scratch, with the names that another projector gave: what ``rows`` of the other must be.
    init(_ state: ReplicaState, namesOf other: TranscriptProjector) {
        self.init(timeZone: other.days.timeZone)
        streams = other.streams
        newSince = other.newSince
        rebuild(ProjectorInput(state), isLanding: false)
    }

    private mutating func rebuild(_ state: ProjectorInput, isLanding: Bool = true) {
        var change = ReplicaChange()
        change.isReset = true
        entries = state.entries
        calls = CallIndex()
        var position = entries.startIndex
        for entry in entries {
            calls.insert(entry, at: position)
            position += 1
        }
        if isLanding { streams.landAfterReset(entries) }
        follow(change, state)
        if let id = newSince?.entryId { newSince = self.position(ofEntry: id).map { (id, $0) } }

        var groups: [TurnList.Group] = []
        groups.reserveCapacity(entries.count)
        let start = entries.startIndex
        var folder = RowFolder(newSincePosition: newSince?.position)
        position = start
        for entry in entries {
            var absorbed: [(owner: Int, step: ActivityTurn.Step)] = []
            let group = folder.fold(
                baseRows(of: entry, at: position), at: position, day: entry.timestamp.flatMap { days.day(of: $0) },
                skip: 0
            ) { absorbed.append(($0, $1)) }
            groups.append(group)
            for (owner, step) in absorbed {
                groups[owner - start].rows[groups[owner - start].rows.count - 1].fold(step)
            }
            position += 1
        }
        rows = TurnList(groups: groups, start: start)
        rows.head = headRows()
        rows.tail = tailRows()
    }

    /// Compares two whole lists: the parts they begin and end with cost one look each.
    static func difference(from old: TurnList, to new: TurnList) -> TurnDiff {
        let oldRows = Array(old)
        let newRows = Array(new)
        var builder = TurnDiffBuilder()
        builder.add(old: oldRows, new: newRows, at: 0)
        return builder.diff
    }

    // MARK: Some rows

    /// What a change touched, as it was before.
    private struct Edit {
        let positions: Range<Int>
        let head: [UITurn]
        let tail: [UITurn]
        var groups: [Int: [UITurn]] = [:]

        init(_ rows: TurnList) {
            positions = rows.positions
            head = rows.head
            tail = rows.tail
        }
    }

    private mutating func set(_ group: TurnList.Group, at position: Int, _ edit: inout Edit) {
        if edit.groups[position] == nil {
            edit.groups[position] = edit.positions.contains(position) ? rows.group(at: position).rows : []
        }
        rows.setGroup(group, at: position)
    }

    /// Folds entries anew, and goes on behind them until everything that follows stands as it would.
    private mutating func refold(_ range: Range<Int>, _ edit: inout Edit) {
        var position = range.lowerBound
        if rows.group(at: position).absorbed > 0, let owner = rows.lastOwner(before: position) { position = owner }
        var folder = folder(before: position)
        var skip = position < range.lowerBound ? rows.group(at: position).absorbed : 0
        var isSeamSeen = false
        while position < entries.endIndex {
            if position >= range.upperBound {
                guard let next = rows.firstVisible(from: position) else { return }
                position = next
                // The first entry behind may get or lose a separator; from then on only folding can differ.
                if isSeamSeen, isSettled(rows.group(at: position), after: folder) { return }
            }
            let entry = entries[position]
            var absorbed: [(owner: Int, step: ActivityTurn.Step)] = []
            let group = folder.fold(
                rowsWithProse(of: entry, at: position), at: position,
                day: entry.timestamp.flatMap { days.day(of: $0) }, skip: skip
            ) { absorbed.append(($0, $1)) }
            for (owner, step) in absorbed {
                var earlier = rows.group(at: owner)
                earlier.rows[earlier.rows.count - 1].fold(step)
                set(earlier, at: owner, &edit)
            }
            set(group, at: position, &edit)
            // One that is not shown any more is no seam: what follows it is.
            if position >= range.upperBound, group.visible > 0 { isSeamSeen = true }
            skip = 0
            position += 1
        }
    }

    /// An entry's rows; those of the message that has just streamed keep its parsed blocks.
    private func rowsWithProse(of entry: Entry, at position: Int) -> [UITurn] {
        var rows = baseRows(of: entry, at: position)
        if let first = rows.first { prose.hand(to: &rows, origin: first.id.origin) }
        return rows
    }

    private func folder(before position: Int) -> RowFolder {
        var folder = RowFolder(newSincePosition: newSince?.position)
        if let owner = rows.lastOwner(before: position), let row = rows.group(at: owner).rows.last,
            let steps = RowFolder.steps(in: row)
        {
            folder.open = (owner, steps)
        }
        if let visible = rows.lastVisible(before: position) {
            folder.previous = (visible, rows.group(at: visible).day)
        }
        return folder
    }

    /// Whether a group would come out of the folder as it stands.
    private func isSettled(_ group: TurnList.Group, after folder: RowFolder) -> Bool {
        guard group.absorbed == 0 else { return false }
        guard let open = folder.open, open.steps < RowFolder.longestActivity, let first = group.rows.first else {
            return true
        }
        return RowFolder.steps(in: first) == nil
    }

    /// Gives the rows of an entry their new values, where neither their number nor their folding changes.
    private mutating func patch(_ position: Int, _ edit: inout Edit) {
        var group = rows.group(at: position)
        for (index, row) in baseRows(of: entries[position], at: position).enumerated() {
            if index < Int(group.absorbed) {
                guard let owner = rows.lastOwner(before: position) else { continue }
                var earlier = rows.group(at: owner)
                earlier.rows[earlier.rows.count - 1].replaceStep(with: row)
                set(earlier, at: owner, &edit)
            } else {
                for slot in group.rows.indices { group.rows[slot].replaceStep(with: row) }
            }
        }
        set(group, at: position, &edit)
    }

    /// Compares what was touched with what it was.
    private func finish(_ edit: Edit) -> TurnDiff {
        var builder = TurnDiffBuilder()
        builder.add(old: edit.head, new: rows.head, at: 0)
        let touched = edit.groups.keys.sorted()
        for position in touched where position < edit.positions.upperBound {
            let group = rows.group(at: position)
            let old = edit.groups[position] ?? []
            if old.isEmpty, group.rows.isEmpty { continue }
            builder.add(old: old, new: group.rows, at: rows.rowIndex(of: position))
        }
        // What streamed and the entry it became stand side by side: one region, so that rows are seen to stay.
        var new: [UITurn] = []
        for position in edit.positions.upperBound..<max(edit.positions.upperBound, rows.positions.upperBound) {
            new += rows.group(at: position).rows
        }
        builder.add(old: edit.tail, new: new + rows.tail, at: rows.rowIndex(of: edit.positions.upperBound))
        return builder.diff
    }

    // MARK: Rows above and below the entries

    private func headRows() -> [UITurn] {
        guard let history, history.hasEarlier else { return [] }
        return [
            UITurn(
                id: .earlierHistory, entryId: nil, timestamp: nil,
                kind: .earlierHistory(isLoading: history.isLoading, error: history.error))
        ]
    }

    private mutating func tailRows() -> [UITurn] {
        var tail: [UITurn] = []
        if let ghost, let number = streams.number {
            tail = messageRows(
                ghost.message, origin: .stream(number), entryId: nil, position: nil,
                timestamp: ghost.message.timestamp, elided: [], isStreaming: !ghost.isDone && isWorking)
            prose.parse(&tail, of: number)
        }
        for id in toolOrder where !ghostCalls.contains(id) && !calls.hasCall(id) && calls.results(id).isEmpty {
            guard let tool = tools[id] else { continue }
            let turn = ToolTurn(
                callId: id, name: tool.execution.toolName, arguments: tool.execution.args,
                intent: tool.execution.intent, partial: tool.partialResult, startedAt: tool.startedAt, isRunning: true)
            tail.append(
                toolRow(turn, id: TurnID(.runningTool(id)), entryId: nil, timestamp: nil, elided: [], isStreaming: true)
            )
        }
        switch recovery {
        case nil: break
        case .retry(let attempt, let maxAttempts, let delay, let message):
            tail.append(
                UITurn(
                    id: .recovery, entryId: nil, timestamp: nil,
                    kind: .system(
                        .retrying(
                            attempt: attempt, maxAttempts: maxAttempts, delayMilliseconds: delay,
                            errorMessage: message))))
        case .compaction(let reason, let action):
            tail.append(
                UITurn(
                    id: .recovery, entryId: nil, timestamp: nil,
                    kind: .system(.compacting(reason: reason, action: action))))
        }
        return tail
    }

    // MARK: Looking things up

    /// Whether a result with this id stands on its own.
    func isOrphan(_ id: String) -> Bool {
        !calls.hasCall(id) && !ghostCalls.contains(id)
    }

    private func position(ofEntry id: String) -> Int? {
        entries.indices.last { entries[$0].id == id }
    }
}
