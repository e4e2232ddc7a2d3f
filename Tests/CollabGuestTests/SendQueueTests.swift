import CollabWire
import Foundation
import Testing

@testable import CollabGuest

@Suite("What may be written, and in which order")
struct SendQueueTests {
    private static let fresh = SendQueue.Readiness(isWelcomed: false, isLive: false, isUncertain: false)
    private static let welcomed = SendQueue.Readiness(isWelcomed: true, isLive: false, isUncertain: false)
    private static let live = SendQueue.Readiness(isWelcomed: true, isLive: true, isUncertain: false)
    private static let uncertain = SendQueue.Readiness(isWelcomed: true, isLive: true, isUncertain: true)

    private let first = UUID()
    private let second = UUID()

    /// What is taken until nothing may leave any more, as words.
    private func drain(_ queue: inout SendQueue, _ readiness: SendQueue.Readiness) -> [String] {
        var taken: [String] = []
        while let item = queue.takeNext(readiness) {
            switch item {
            case .hello(let generation): taken.append("hello \(generation)")
            case .prompt(let id): taken.append(id == first ? "first" : "second")
            case .command: taken.append("command")
            case .answer: taken.append("answer")
            case .request: taken.append("request")
            }
        }
        return taken
    }

    @Test("before the welcome only hello leaves, and it comes first")
    func hello() {
        var queue = SendQueue(prompts: [first])
        queue.append(.answer(.number(1)))
        #expect(!queue.hasNext(Self.fresh))
        queue.putHello(3)
        #expect(drain(&queue, Self.fresh) == ["hello 3"])
    }

    @Test("while the snapshot loads, a command written after a prompt waits for it, and an answer does not")
    func loading() {
        var queue = SendQueue()
        queue.append(.command(.abort, CommandReceipt(), expires: 10))
        queue.append(.prompt(first))
        queue.append(.command(.abort, CommandReceipt(), expires: 10))
        queue.append(.answer(.number(1)))
        #expect(drain(&queue, Self.welcomed) == ["command", "answer"])
        #expect(drain(&queue, Self.live) == ["first", "command"])
    }

    @Test("behind a prompt of unknown fate the others wait, commands do not")
    func uncertainty() {
        var queue = SendQueue(prompts: [first, second])
        queue.append(.command(.abort, CommandReceipt(), expires: 10))
        #expect(drain(&queue, Self.uncertain) == ["command"])
        #expect(drain(&queue, Self.live) == ["first", "second"])
    }

    @Test("what is sent once more comes before what was written later")
    func resend() {
        var queue = SendQueue()
        queue.append(.command(.abort, CommandReceipt(), expires: 10))
        queue.append(.prompt(second))
        queue.resend([first])
        #expect(drain(&queue, Self.live) == ["command", "first", "second"])
    }

    @Test("with the connection go hello, requests and answers; prompts and commands stay")
    func dropped() {
        var queue = SendQueue(prompts: [first])
        queue.putHello(1)
        queue.append(.answer(.number(1)))
        queue.append(.request(.abort))
        queue.append(.command(.abort, CommandReceipt(), expires: 10))
        queue.dropped()
        #expect(drain(&queue, Self.live) == ["first", "command"])
    }

    @Test("a command ends when its time is over, and when the session does")
    func expiry() {
        var queue = SendQueue()
        let (short, long) = (CommandReceipt(), CommandReceipt())
        queue.append(.command(.abort, long, expires: 20))
        queue.append(.command(.abort, short, expires: 10))
        #expect(queue.deadline == 10)
        queue.expire(at: 10)
        #expect(short.current == .expired)
        #expect(long.current == nil)
        #expect(queue.deadline == 20)
        queue.finish()
        #expect(long.current == .expired)
        #expect(queue.count == 0)
    }
}
