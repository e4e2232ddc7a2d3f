import SwiftUI
import Testing
import ViewTesting

@Suite("Two hierarchies in one process")
@MainActor
struct TwoHostsTests {
    @Test("What an action copies and says after it has waited belongs to the device it was tapped on")
    func lateCopies() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        var isDone = false
        let first = ViewDriver(LateCopy(words: "first", gate: gate) { isDone = true })
        let second = ViewDriver(LateCopy(words: "second", gate: gate) {})
        try first.tap("Copy")
        await first.settle()
        // The other one is driven last: it used to get what the first copied.
        second.update()
        second.clipboard = "kept"
        opener.finish()
        while !isDone { await Task.yield() }
        #expect(first.clipboard == "first")
        #expect(first.announcements == ["first"])
        #expect(second.clipboard == "kept")
        #expect(second.announcements.isEmpty)
    }
}
