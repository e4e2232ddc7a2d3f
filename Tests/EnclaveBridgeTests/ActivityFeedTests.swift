import EnclaveContracts
import Testing

@testable import EnclaveBridge

@Suite("A Live Activity from afar")
struct ActivityFeedTests {
    private func content(_ phase: ActivityContent.Phase, tokens: Int? = nil, ask: String? = nil) -> ActivityContent {
        var content = ActivityContent(phase: phase, since: 0)
        content.tokens = tokens
        content.question = ask.map { .init(askId: $0, text: nil, options: []) }
        return content
    }

    /// `#require` of what a mutating call returned.
    private func must<Value>(_ value: Value?) throws -> Value { try #require(value) }

    private func running() -> ActivityFeed {
        var feed = ActivityFeed()
        feed.setTokens(activity: "t", canStart: true)
        return feed
    }

    @Test("Six hundred changes in a minute become a handful of pushes, and the last state is not lost")
    func merging() throws {
        var feed = running()
        var pushes: [ActivityFeed.Push] = []
        var now = 0.0
        for step in 0..<600 {
            now = Double(step) * 100
            let push = feed.observe(content(.working, tokens: step), now: now) ?? feed.next(now: now)
            if let push {
                pushes.append(push)
                feed.sent(push, .accepted, now: now)
            }
        }
        #expect(pushes.count == 1)
        let deadline = try must(feed.deadline)
        let last = try must(feed.next(now: deadline))
        #expect(last == .update(content(.working, tokens: 599), token: "t", isUrgent: false))
        feed.sent(last, .accepted, now: deadline)
        #expect(feed.deadline == nil)
        #expect(feed.observe(content(.working, tokens: 599), now: deadline + 100_000) == nil)
    }

    @Test("A question goes out at once, also right after another push, and so does its end")
    func urgency() throws {
        var feed = running()
        let first = try must(feed.observe(content(.working), now: 0))
        feed.sent(first, .accepted, now: 10)
        #expect(feed.observe(content(.asking, ask: "1"), now: 20) == nil)
        let asked = try must(feed.next(now: 1_010))
        #expect(asked == .update(content(.asking, ask: "1"), token: "t", isUrgent: true))
        feed.sent(asked, .accepted, now: 1_020)
        let answered = try must(feed.observe(content(.working), now: 9_000))
        #expect(answered == .update(content(.working), token: "t", isUrgent: true))
        feed.sent(answered, .accepted, now: 9_000)
        let ended = try must(feed.observe(content(.ended), now: 12_000))
        #expect(ended == .end(content(.ended), token: "t"))
        feed.sent(ended, .accepted, now: 12_000)
        // The token is spent.
        #expect(feed.observe(content(.ended, tokens: 3), now: 900_000) == nil)
    }

    @Test("Only one push is under way; meanwhile the newest state waits")
    func conflation() throws {
        var feed = running()
        let first = try must(feed.observe(content(.working), now: 0))
        #expect(feed.observe(content(.asking, ask: "1"), now: 5_000) == nil)
        #expect(feed.observe(content(.asking, ask: "2"), now: 6_000) == nil)
        #expect(feed.deadline == nil)
        feed.sent(first, .accepted, now: 7_000)
        #expect(feed.next(now: 8_000) == .update(content(.asking, ask: "2"), token: "t", isUrgent: true))
    }

    @Test("Without a running activity one is started when work begins, and not again until the device had time")
    func starting() throws {
        var feed = ActivityFeed()
        feed.setTokens(activity: nil, canStart: true)
        #expect(feed.observe(content(.idle), now: 0) == nil)
        let start = try must(feed.observe(content(.working), now: 100))
        #expect(start == .start(content(.working)))
        feed.sent(start, .accepted, now: 200)
        #expect(feed.observe(content(.asking, ask: "1"), now: 5_000) == nil)
        feed.setTokens(activity: "new", canStart: true)
        #expect(feed.next(now: 6_000) == .update(content(.asking, ask: "1"), token: "new", isUrgent: true))
        var unable = ActivityFeed()
        unable.setTokens(activity: nil, canStart: false)
        #expect(unable.observe(content(.working), now: 0) == nil)
    }

    @Test("One that was swiped away is left alone for a while; a refusal for now is tried again")
    func outcomes() throws {
        var feed = running()
        let push = try must(feed.observe(content(.working), now: 0))
        feed.sent(push, .later(5_000), now: 0)
        #expect(feed.next(now: 4_000) == nil)
        let again = try must(feed.next(now: 5_000))
        feed.sent(again, .tokenGone, now: 5_000)
        #expect(feed.observe(content(.asking, ask: "1"), now: 60_000) == nil)
        #expect(feed.next(now: 5_000 + ActivityFeed.startPatience) == .start(content(.asking, ask: "1")))
    }
}
