import Observation
import Testing
import Transcript

@testable import EnclaveModel

@Suite("One cell per row")
@MainActor
struct TurnCellTests {
    private func turn(_ id: Int, _ text: String) -> UITurn {
        UITurn(id: TurnID(.position(id)), entryId: nil, timestamp: nil, kind: .prose(Prose(text)))
    }

    private func text(_ cell: TurnCell) -> String {
        if case .prose(let prose) = cell.turn.kind { return prose.text }
        return ""
    }

    /// Cells of rows 0, 1, 2 … by their texts.
    private func cells(_ texts: String...) -> [TurnCell] {
        var diff = TurnDiff()
        diff.insertions = [.init(index: 0, turns: texts.enumerated().map { turn($0.offset, $0.element) })]
        return TurnCellList.apply(diff, to: []) ?? []
    }

    @Test("When one of twenty visible rows grows, one reader is told, and nobody who reads the list")
    func invalidations() {
        let cells = cells(
            "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t")
        let told = Counter()
        for cell in cells {
            withObservationTracking {
                _ = cell.turn
            } onChange: {
                told.add()
            }
        }
        var diff = TurnDiff()
        diff.updates = [.init(index: 19, turn: turn(19, "t grows"))]
        #expect(TurnCellList.apply(diff, to: cells) == nil, "the list itself did not change")
        #expect(told.count == 1)
        #expect(text(cells[19]) == "t grows")
    }

    @Test("A row that gets the value it has tells nobody")
    func sameValue() {
        let cells = cells("a")
        let told = Counter()
        withObservationTracking {
            _ = cells[0].turn
        } onChange: {
            told.add()
        }
        var diff = TurnDiff()
        diff.updates = [.init(index: 0, turn: turn(0, "a"))]
        _ = TurnCellList.apply(diff, to: cells)
        #expect(told.count == 0)
    }

    @Test("A reset keeps the cells of rows that come back, in their new places")
    func reset() throws {
        let before = cells("a", "b", "c")
        var diff = TurnDiff()
        diff.removals = [0..<3]
        diff.insertions = [.init(index: 0, turns: [turn(9, "new"), turn(1, "b"), turn(2, "c changed")])]
        let after = try #require(TurnCellList.apply(diff, to: before))
        #expect(after.map(text) == ["new", "b", "c changed"])
        #expect(after[1] === before[1])
        #expect(after[2] === before[2])
    }

    @Test("Cells and plain rows agree after any diff")
    func agreesWithRows() {
        var generator = SystemRandomNumberGenerator()
        var rows: [UITurn] = []
        var cells: [TurnCell] = []
        var next = 0
        for _ in 0..<300 {
            var diff = TurnDiff()
            let removed =
                rows.isEmpty
                ? 0..<0
                : {
                    let start = Int.random(in: 0..<rows.count, using: &generator)
                    return start..<min(rows.count, start + Int.random(in: 0...3, using: &generator))
                }()
            if !removed.isEmpty { diff.removals = [removed] }
            let left = rows.count - removed.count
            let fresh = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                next += 1
                return turn(next, "row \(next)")
            }
            let place = Int.random(in: 0...left, using: &generator)
            if !fresh.isEmpty { diff.insertions = [.init(index: place, turns: fresh)] }
            var after = rows
            diff.apply(to: &after)
            if let index = after.indices.randomElement(using: &generator),
                case .position(let id) = after[index].id.origin
            {
                diff.updates = [.init(index: index, turn: turn(id, "changed \(next)"))]
            }
            diff.apply(to: &rows)
            cells = TurnCellList.apply(diff, to: cells) ?? cells
            #expect(cells.map(\.turn) == rows)
        }
    }

    /// Counts what observation tells.
    private final class Counter: @unchecked Sendable {
        // Safe: changes happen on the main actor, where the test runs.
        private(set) var count = 0
        func add() { count += 1 }
    }
}
