import CollabWire
import Foundation

/// Turns the rows of one entry after the other into what is shown: folds consecutive tool calls into one line, puts a
/// separator where a day begins and a marker where the unread part does.
///
/// A small state machine that goes forward over the entries. It can start anywhere, given what stands before.
struct RowFolder {
    /// Steps that one line holds; the next call starts another.
    static let longestActivity = 8

    /// The last row so far, when more steps can be folded into it.
    var open: (position: Int, steps: Int)?
    /// The last entry of which something is shown.
    var previous: (position: Int, day: Int32?)?
    /// The unread part begins after this position.
    var newSincePosition: Int?

    /// Folds one entry's rows.
    /// - Parameters:
    ///   - rows: the entry's rows, unfolded.
    ///   - position: the entry's sequence number.
    ///   - day: the entry's day.
    ///   - skip: how many leading rows are known to be absorbed already.
    ///   - absorb: called with a step that belongs to the last row of an earlier entry.
    mutating func fold(
        _ rows: [UITurn], at position: Int, day: Int32?, skip: Int32, absorb: (Int, ActivityTurn.Step) -> Void
    ) -> TurnList.Group {
        var group = TurnList.Group()
        group.day = day
        group.visible = Int32(rows.count)
        group.absorbed = min(skip, group.visible)
        guard let first = rows.first else { return group }
        if skip == 0, let previous {
            if let mark = newSincePosition, previous.position <= mark, position > mark {
                group.rows.append(UITurn(id: .newSince, entryId: nil, timestamp: nil, kind: .newSince))
                open = nil
            }
            if let day, let before = previous.day, day != before, let timestamp = first.timestamp {
                group.rows.append(
                    UITurn(
                        id: TurnID(first.id.origin, .day), entryId: nil, timestamp: timestamp, kind: .day(timestamp)))
                open = nil
            }
        }
        for row in rows.dropFirst(Int(group.absorbed)) {
            guard let step = Self.step(of: row) else {
                group.rows.append(row)
                open = nil
                continue
            }
            if let last = open, last.steps < Self.longestActivity {
                if last.position == position {
                    group.rows[group.rows.count - 1].fold(step)
                } else {
                    absorb(last.position, step)
                    group.absorbed += 1
                }
                open = (last.position, last.steps + 1)
            } else {
                group.rows.append(row)
                open = (position, 1)
            }
        }
        previous = (position, day)
        return group
    }

    /// The row as a step of an activity, when it can be one.
    static func step(of row: UITurn) -> ActivityTurn.Step? {
        guard case .tool(let tool) = row.kind, !tool.isOrphan, ActivitySummary.isFoldable(tool) else { return nil }
        return ActivityTurn.Step(id: row.id, tool: tool, elided: row.elided)
    }

    /// How many steps the row holds that more can be folded into; nil when it takes none.
    static func steps(in row: UITurn) -> Int? {
        if case .activity(let activity) = row.kind { return activity.steps.count }
        return step(of: row) == nil ? nil : 1
    }
}

extension UITurn {
    /// Takes another step in: a single call becomes a group.
    mutating func fold(_ step: ActivityTurn.Step) {
        switch kind {
        case .activity(var activity):
            activity.steps.append(step)
            kind = .activity(activity)
        case .tool(let tool):
            kind = .activity(ActivityTurn(steps: [ActivityTurn.Step(id: id, tool: tool, elided: elided), step]))
            elided = []
        default: break
        }
    }

    /// Replaces the value of a call, alone or in a group. Does nothing when the row does not show it.
    mutating func replaceStep(with row: UITurn) {
        if case .activity(var activity) = kind {
            guard case .tool(let tool) = row.kind, let index = activity.steps.firstIndex(where: { $0.id == row.id })
            else { return }
            activity.steps[index] = ActivityTurn.Step(id: row.id, tool: tool, elided: row.elided)
            kind = .activity(activity)
        } else if id == row.id, self != row {
            self = row
        }
    }
}
