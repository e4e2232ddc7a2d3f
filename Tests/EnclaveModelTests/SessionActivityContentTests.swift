import Attention
import CollabWire
import EnclaveContracts
import EnclaveModel
import Testing
import Transcript

/// The one place where app and bridge fill in what a Live Activity shows.
@Suite("What a Live Activity shows of a session")
struct SessionActivityContentTests {
    private typealias Phase = ActivityContent.Phase

    private func content(
        _ phase: ActivityContent.Phase, _ privacy: PrivacyLevel, usage: ContextUsage? = nil, ask: Ask? = nil
    ) -> ActivityContent {
        ActivityContent(
            phase: phase, since: 7, title: "harbour", usage: usage, board: nil, action: nil, ask: ask, privacy: privacy)
    }

    @Test("The end counts before the connection, the connection before a question, a question before the work")
    func phases() {
        for isAsked in [true, false] {
            for isWorking in [true, false] {
                for isConnected in [true, false] {
                    let over = Phase(isOver: true, isConnected: isConnected, isAsked: isAsked, isWorking: isWorking)
                    #expect(over == .ended)
                }
                #expect(Phase(isOver: false, isConnected: false, isAsked: isAsked, isWorking: isWorking) == .away)
            }
            #expect(Phase(isOver: false, isConnected: true, isAsked: true, isWorking: isAsked) == .asking)
        }
        #expect(Phase(isOver: false, isConnected: true, isAsked: false, isWorking: true) == .working)
        #expect(Phase(isOver: false, isConnected: true, isAsked: false, isWorking: false) == .idle)
    }

    @Test("A question is shown while it is asked: not once it is answered, nor when the session is away or over")
    func question() {
        let ask = Samples.select(3, title: "Run it?", ["Approve", "Decline"])
        for phase in ActivityContent.Phase.allCases {
            #expect((content(phase, .preview, ask: ask).question != nil) == (phase == .asking))
        }
    }

    @Test("Each level adds its own text and nothing more")
    func levels() {
        let ask = Samples.select(3, title: "Run `it`?", ["Approve", "Decline"])
        let shy = content(.asking, .private, ask: ask)
        #expect(shy.title == nil && shy.question == .init(askId: "3", text: nil, options: []))
        let named = content(.asking, .title, ask: ask)
        #expect(named.title == "harbour" && named.question == .init(askId: "3", text: nil, options: []))
        let open = content(.asking, .preview, ask: ask)
        #expect(open.question == .init(askId: "3", text: "Run it?", options: ["Approve", "Decline"]))
        let three = Samples.select(4, title: "Which?", ["A", "B", "C"])
        #expect(content(.asking, .preview, ask: three).question?.options == [])
    }

    @Test("A share of the context that no host should send does no harm")
    func figures() {
        for (percent, shown) in [(26.4, 26), (-3, 0), (1e300, 999), (.nan, nil), (.infinity, nil)] as [(Double, Int?)] {
            let usage = ContextUsage(tokens: 5, contextWindow: 10, percent: percent)
            #expect(content(.working, .private, usage: usage).contextPercent == shown)
        }
    }
}
