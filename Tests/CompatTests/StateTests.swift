import SwiftUI
import Testing
import ViewTesting

@Observable @MainActor private final class Cell: Identifiable {
    let id: Int
    var text: String
    init(_ id: Int, _ text: String) {
        self.id = id
        self.text = text
    }
}

@Observable @MainActor private final class Model {
    var cells: [Cell] = (0..<5).map { Cell($0, "row \($0)") }
    var title = "Title"
    var unread = 0
}

private struct Row: View {
    let cell: Cell
    @State private var taps = 0
    var body: some View {
        HStack {
            Text(verbatim: cell.text)
            Spacer()
            Button("taps \(taps) of \(cell.id)") { taps += 1 }
        }
    }
}

private struct Screen: View {
    @State var model: Model
    var body: some View {
        VStack {
            Text(model.title)
            ForEach(model.cells) { Row(cell: $0) }
        }
    }
}

private struct Counter: View {
    @State private var count = 0
    var body: some View {
        VStack {
            Text("count \(count)")
            Button("More") { count += 1 }
            if count > 1 { Inner(name: "inner") }
            Editor(count: $count)
        }
    }
}

private struct Inner: View {
    let name: String
    @State private var isOn = false
    var body: some View { Toggle(name, isOn: $isOn) }
}

private struct Editor: View {
    @Binding var count: Int
    var body: some View { Button("Reset from \(count)") { count = 0 } }
}

@MainActor @Suite("State and observation") struct StateTests {
    @Test("state lives at its place and a binding reaches it from below")
    func stateAndBinding() throws {
        let driver = ViewDriver(Counter())
        #expect(driver.shows("count 0"))
        try driver.tap("More")
        try driver.tap("More")
        #expect(driver.shows("count 2"))
        try driver.toggle("inner")
        #expect(driver.find("inner", role: "switch")?.isSelected == true)
        try driver.tap("Reset from 2")
        #expect(driver.shows("count 0"))
        #expect(driver.find("inner", role: "switch") == nil)
        try driver.tap("More")
        try driver.tap("More")
        // What went away comes back with its first state.
        #expect(driver.find("inner", role: "switch")?.isSelected == false)
    }

    @Test("one observable cell evaluates one row and sends one patch")
    func oneCellOnePatch() throws {
        let model = Model()
        let driver = ViewDriver(Screen(model: model))
        driver.resetCounts()
        model.cells[3].text = "changed"
        driver.update()
        #expect(driver.shows("changed"))
        #expect(driver.bodyEvaluations == 1)
        #expect(driver.patchCount == 1, "\(driver.patchDescriptions)")
    }

    @Test("what nobody read evaluates nothing")
    func unreadChangesNothing() {
        let model = Model()
        let driver = ViewDriver(Screen(model: model))
        driver.resetCounts()
        model.unread += 1
        driver.update()
        #expect(driver.bodyEvaluations == 0)
        #expect(driver.patchCount == 0)
    }

    @Test("rows keep their state when elements move")
    func identityMoves() throws {
        let model = Model()
        let driver = ViewDriver(Screen(model: model))
        try driver.tap("taps 0 of 4")
        #expect(driver.shows("taps 1 of 4"))
        model.cells.reverse()
        driver.update()
        #expect(driver.texts.firstIndex(of: "row 4") == 1)
        #expect(driver.shows("taps 1 of 4"))
        driver.resetCounts()
        model.cells.swapAt(0, 4)
        driver.update()
        #expect(driver.bodyEvaluations == 1)
        #expect(driver.patchCount <= 4, "\(driver.patchDescriptions)")
    }

    @Test("an unchanged subtree is not evaluated with its parent")
    func equalValuesAreSkipped() throws {
        let model = Model()
        let driver = ViewDriver(Screen(model: model))
        driver.resetCounts()
        model.title = "Other"
        driver.update()
        #expect(driver.bodyEvaluations == 1)
        #expect(driver.patchCount == 1)
    }

    @Test("registrations do not pile up on a value that rarely changes")
    func registrationsEnd() {
        let model = Model()
        let driver = ViewDriver(Screen(model: model))
        for index in 0..<500 {
            model.title = "t\(index)"
            driver.update()
        }
        driver.resetCounts()
        model.cells.append(Cell(99, "late"))
        driver.update()
        // The new row and the screen, once each: older registrations of the screen stay silent.
        #expect(driver.bodyEvaluations == 2)
    }
}
