import CollabWire
import EnclaveModel
import Testing

@Suite("The tree of agents")
struct AgentBranchTests {
    private func agent(_ id: String, under parent: String? = nil, _ status: AgentInfo.Status = .idle) -> AgentInfo {
        AgentInfo(
            id: id, displayName: id, kind: id == "main" ? .main : .sub, parentId: parent, status: status,
            hasSessionFile: true, createdAt: nil, lastActivity: nil, raw: .null)
    }

    @Test("Each stands below the agent that started it, in the roster's order")
    func order() {
        let roster = [
            agent("main"), agent("b2", under: "b"), agent("a", under: "main"), agent("b", under: "main"),
            agent("b1", under: "b"), agent("orphan", under: "gone"), agent("b21", under: "b2", .running),
        ]
        let branches = roster.branches
        #expect(branches.map(\.id) == ["a", "b", "b2", "b21", "b1", "orphan"])
        #expect(branches.map(\.depth) == [0, 0, 1, 2, 1, 0])
        #expect(branches.map(\.isAtWork) == [false, true, true, true, false, false])
    }

    @Test("A circle loses nobody, and a chain of thousands does not overflow")
    func hostile() {
        let circle = [agent("a", under: "b"), agent("b", under: "a"), agent("c", under: "c")]
        #expect(Set(circle.branches.map(\.id)) == ["a", "b", "c"])
        #expect(circle.branches.count == 3)
        let chain = (0..<20_000).map {
            agent("\($0)", under: $0 == 0 ? nil : "\($0 - 1)", $0 == 19_999 ? .running : .idle)
        }
        let branches = chain.branches
        #expect(branches.map(\.depth) == Array(0..<20_000))
        #expect(branches.allSatisfy { $0.isAtWork })
    }

    @Test("Agents of the same id are all shown")
    func twins() {
        #expect([agent("a"), agent("a")].branches.count == 2)
    }
}
