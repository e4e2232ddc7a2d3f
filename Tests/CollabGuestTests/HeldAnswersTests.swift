import CollabWire
import Testing

@testable import CollabGuest

@Suite("Answers that are held")
struct HeldAnswersTests {
    private func ask() throws -> Ask {
        let frame = try HostFrame.decode(
            JSONText(
                validating: """
                    {"t":"ui-request","request":{"reqId":1,"kind":"select","title":"Which pier?","options":["North","South"]}}
                    """))
        guard case .uiRequest(let ask) = frame else { throw CancellationError() }
        return ask
    }

    private func held() throws -> (HeldAnswers, CommandReceipt) {
        var answers = HeldAnswers()
        let receipt = CommandReceipt()
        answers.welcomed(readOnly: false)
        answers.hold(try ask(), value: "North", receipt: receipt)
        answers.queued(.number(1))
        return (answers, receipt)
    }

    @Test("An answer has left when the host ends its question before the connection says that it is out")
    func quickHost() throws {
        var (answers, receipt) = try held()
        #expect(answers.frame(for: .number(1)) != nil)
        #expect(receipt.current == nil)
        answers.end(.number(1))
        #expect(receipt.current == .sent)
    }

    @Test("One that waited, or was lost with its connection, has not")
    func waiting() throws {
        var (answers, receipt) = try held()
        answers.end(.number(1))
        #expect(receipt.current == .expired)

        var (lost, unknown) = try held()
        #expect(lost.frame(for: .number(1)) != nil)
        lost.dropped()
        lost.end(.number(1))
        #expect(unknown.current == .expired)
    }
}
