import Testing

@testable import EnclaveModel

@Suite("A lane of commands")
@MainActor
struct CommandLaneTests {
    @Test("is waited for as far as it was filled, also while more is added without end", .timeLimit(.minutes(1)))
    func finished() async {
        let lane = CommandLane()
        var ran = 0
        func more() {
            lane.add { @MainActor in
                await Task.detached {}.value
                ran += 1
                if ran < 2_000 { more() }
            }
        }
        more()
        await lane.finished()
        #expect(ran < 2_000)
    }
}
