/// Collects what changed, region after region from the beginning, into a ``TurnDiff``.
struct TurnDiffBuilder {
    private(set) var diff = TurnDiff()
    /// By how much the regions so far have grown.
    private var growth = 0

    /// Compares a region before and after. Rows never move between regions.
    /// - Parameters:
    ///   - old: the region's rows before.
    ///   - new: the region's rows now.
    ///   - start: index of the region's first row in the new list.
    mutating func add(old: some RandomAccessCollection<UITurn>, new: some RandomAccessCollection<UITurn>, at start: Int)
    {
        let oldStart = start - growth
        let old = Array(old)
        let new = Array(new)
        growth += new.count - old.count
        var oldIndex = 0
        var newIndex = 0
        let oldIds = old.count > 1 || new.count > 1 ? Set(old.map(\.id)) : []
        let newIds = old.count > 1 || new.count > 1 ? Set(new.map(\.id)) : []
        var dropped: Set<TurnID> = []
        while oldIndex < old.count || newIndex < new.count {
            if oldIndex < old.count, newIndex < new.count, old[oldIndex].id == new[newIndex].id {
                if old[oldIndex] != new[newIndex] {
                    diff.updates.append(TurnDiff.Update(index: start + newIndex, turn: new[newIndex]))
                }
                oldIndex += 1
                newIndex += 1
            } else if newIndex >= new.count || (oldIndex < old.count && !newIds.contains(old[oldIndex].id)) {
                remove(oldStart + oldIndex)
                oldIndex += 1
            } else if oldIndex >= old.count || !oldIds.contains(new[newIndex].id)
                || dropped.contains(new[newIndex].id)
            {
                insert(new[newIndex], at: start + newIndex)
                newIndex += 1
            } else {
                // Both go on elsewhere: the order changed. The old row goes and comes back where it belongs now.
                dropped.insert(old[oldIndex].id)
                remove(oldStart + oldIndex)
                oldIndex += 1
            }
        }
    }

    private mutating func remove(_ index: Int) {
        if let last = diff.removals.last, last.upperBound == index {
            diff.removals[diff.removals.count - 1] = last.lowerBound..<index + 1
        } else {
            diff.removals.append(index..<index + 1)
        }
    }

    private mutating func insert(_ turn: UITurn, at index: Int) {
        // A copy of the last insertion that is still there would make each append copy all of its turns.
        let end = diff.insertions.last.map { $0.index + $0.turns.count }
        if end == index {
            diff.insertions[diff.insertions.count - 1].turns.append(turn)
        } else {
            diff.insertions.append(TurnDiff.Insertion(index: index, turns: [turn]))
        }
    }
}
