import CollabWire
import EnclaveModel
import Testing

@Suite("The ask panel")
struct AskPanelTests {
    private let flavours = ["A", "B", "C"]

    @Test("A multi-select run keeps its panel from toggle to toggle, and the next tap answers the new request")
    func multiSelect() throws {
        var panel = AskPanel()
        panel.update(asks: [Samples.select(11, flavours, marker: .checkbox, markable: 3)], now: 0)
        let run = try #require(panel.shown?.run)
        #expect(panel.answer(.number(11), value: "B") == true)
        #expect(panel.shown?.sent == .some("B"))

        panel.update(asks: [], now: 100)
        #expect(panel.shown?.ask.id == .number(11), "the panel stays while the next step is on its way")
        #expect(panel.shown?.canAnswer == false)
        #expect(panel.answer(.number(11), value: "C") == false, "a tap between two steps is dropped")

        let next = Samples.select(12, flavours + ["Done"], marker: .checkbox, checked: [1], markable: 3)
        panel.update(asks: [next], now: 300)
        #expect(panel.shown?.run == run, "the same panel: scroll and focus stay")
        #expect(panel.shown?.ask == next)
        #expect(panel.deadline == nil)
        guard case .select(let select) = next.kind else { return }
        #expect((0..<4).map(select.isMarkable) == [true, true, true, false])
        #expect((0..<4).map(select.isChecked) == [false, true, false, false])
        #expect(panel.answer(.number(11), value: "C") == false)
        #expect(panel.answer(.number(12), value: "C") == true)
    }

    @Test("A multi-select without a next step closes when its time has passed, not before")
    func runEnds() throws {
        var panel = AskPanel()
        panel.update(asks: [Samples.select(1, flavours, marker: .checkbox)], now: 0)
        #expect(panel.answer(.number(1), value: "A") == true)
        panel.answerLeft(.number(1), now: 40)
        panel.update(asks: [], now: 50)
        let deadline = try #require(panel.deadline)
        #expect(deadline >= 50 + 200, "hosts take about 200 ms")
        panel.update(asks: [], now: 100)
        #expect(panel.deadline == deadline, "a further update does not push the end away")
        panel.tick(now: deadline - 1)
        #expect(panel.shown != nil)
        panel.tick(now: deadline)
        #expect(panel.shown == nil)
    }

    @Test("Done and Skip end a multi-select at once", arguments: ["Done", nil])
    func doneEndsRun(value: String?) {
        var panel = AskPanel()
        panel.update(asks: [Samples.select(1, flavours + ["Done"], marker: .checkbox, markable: 3)], now: 0)
        #expect(panel.answer(.number(1), value: value) == true)
        panel.answerLeft(.number(1), now: 5)
        panel.update(asks: [], now: 10)
        #expect(panel.shown == nil)
    }

    @Test("An answer that cannot leave yet keeps its question on screen, and it goes when the answer does")
    func pending() {
        var panel = AskPanel()
        panel.update(asks: [Samples.select(7, flavours)], now: 0)
        #expect(panel.answer(.number(7), value: "A") == true)
        panel.update(asks: [], now: 10)
        #expect(panel.shown?.canAnswer == false, "what is pending looks pending")
        panel.answerLeft(.number(7), now: 90_000)
        #expect(panel.shown == nil)

        panel.update(asks: [Samples.select(8, flavours)], now: 90_001)
        #expect(panel.answer(.number(8), value: "A") == true)
        panel.update(asks: [], now: 90_002)
        panel.answerFailed(.number(8))
        #expect(panel.shown == nil, "there is nothing left to be answered")

        panel.update(asks: [Samples.select(9, flavours, marker: .checkbox)], now: 90_003)
        #expect(panel.answer(.number(9), value: "A") == true)
        panel.update(asks: [], now: 90_004)
        panel.answerLeft(.number(9), now: 90_005)
        #expect(panel.shown?.isBetweenSteps == true)
        #expect(panel.deadline == 90_005 + AskPanel.bridge)

        panel.update(asks: [Samples.editor(10)], now: 90_006)
        #expect(panel.shown?.ask.id == .number(10), "another question does not wait for an answer on its way")
    }

    @Test("A question answered elsewhere goes at once, and a tap in flight is dropped")
    func answeredElsewhere() {
        var panel = AskPanel()
        panel.update(asks: [Samples.select(5, flavours)], now: 0)
        panel.update(asks: [], now: 1)
        #expect(panel.shown == nil)
        #expect(panel.answer(.number(5), value: "A") == false)
    }

    @Test("An answer is given once; the panel waits for the host and does not come back")
    func answeredOnce() {
        var panel = AskPanel()
        let ask = Samples.select(7, flavours)
        panel.update(asks: [ask], now: 0)
        #expect(panel.answer(.number(7), value: "A") == true)
        #expect(panel.answer(.number(7), value: "B") == false)
        // A reconnect sends the request again: still answered.
        panel.update(asks: [ask], now: 10)
        #expect(panel.shown?.canAnswer == false)
        panel.answerFailed(.number(7))
        #expect(panel.answer(.number(7), value: "B") == true, "an answer that could not leave may be given again")
        panel.answerLeft(.number(7), now: 15)
        panel.update(asks: [], now: 20)
        #expect(panel.shown == nil)
    }

    @Test("Questions queue, the oldest is shown")
    func queue() {
        var panel = AskPanel()
        panel.update(asks: [Samples.select(1, flavours), Samples.editor(2), Samples.editor(3)], now: 0)
        #expect(panel.shown?.ask.id == .number(1))
        #expect(panel.waiting == 2)
        panel.update(asks: [Samples.editor(2), Samples.editor(3)], now: 1)
        #expect(panel.shown?.ask.id == .number(2))
        #expect(panel.waiting == 1)
    }

    @Test("Another question that comes during a run is shown instead of waiting for the run")
    func otherQuestion() {
        var panel = AskPanel()
        panel.update(asks: [Samples.select(1, flavours, marker: .checkbox)], now: 0)
        let run = panel.shown?.run
        panel.update(asks: [], now: 10)
        panel.update(asks: [Samples.editor(2)], now: 20)
        #expect(panel.shown?.ask.id == .number(2))
        #expect(panel.shown?.run != run)
        panel.tick(now: 10_000)
        #expect(panel.shown?.ask.id == .number(2))
    }

    @Test("What is typed survives the same request coming again after a reconnect, verbatim")
    func drafts() {
        var panel = AskPanel()
        let ask = Samples.editor(4, prefill: "  start ")
        panel.update(asks: [ask], now: 0)
        #expect(panel.draft == "  start ")
        panel.setDraft("  half a thought ")
        panel.update(asks: [], now: 1)
        #expect(panel.draft == "")
        panel.update(asks: [ask], now: 2)
        #expect(panel.draft == "  half a thought ")
        // A restarted host counts from the beginning: another question under the same number starts fresh.
        panel.update(asks: [Samples.editor(4, title: "Something else?")], now: 3)
        #expect(panel.draft == "")
    }

    @Test("Two plain options are an approval")
    func approval() {
        #expect(Samples.select(1, ["Yes", "No"]).isTwoWay)
        #expect(!Samples.select(1, ["Yes", "No"], marker: .checkbox).isTwoWay)
        #expect(!Samples.select(1, ["Yes", "No"], marker: .radio, checked: [1]).isTwoWay)
        #expect(!Samples.select(1, flavours).isTwoWay)
        #expect(!Samples.editor(1).isTwoWay)
    }
}
