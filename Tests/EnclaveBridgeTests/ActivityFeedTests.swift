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

    /// A question's own number is its subject, unless it is a step of a run.
    private func observe(
        _ feed: inout ActivityFeed, _ content: ActivityContent, run: String? = nil, now: Double
    ) -> ActivityFeed.Push? {
        feed.observe(content, subject: (run ?? content.question?.askId).map { [$0] }, now: now)
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
            let push = observe(&feed, content(.working, tokens: step), now: now) ?? feed.next(now: now)
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
        #expect(observe(&feed, content(.working, tokens: 599), now: deadline + 100_000) == nil)
    }

    @Test("A question goes out at once, also right after another push, and so does its end")
    func urgency() throws {
        var feed = running()
        let first = try must(observe(&feed, content(.working), now: 0))
        feed.sent(first, .accepted, now: 10)
        #expect(observe(&feed, content(.asking, ask: "1"), now: 20) == nil)
        let asked = try must(feed.next(now: 1_010))
        #expect(asked == .update(content(.asking, ask: "1"), token: "t", isUrgent: true))
        feed.sent(asked, .accepted, now: 1_020)
        let answered = try must(observe(&feed, content(.working), now: 9_000))
        #expect(answered == .update(content(.working), token: "t", isUrgent: true))
        feed.sent(answered, .accepted, now: 9_000)
        let ended = try must(observe(&feed, content(.ended), now: 12_000))
        #expect(ended == .end(content(.ended), token: "t"))
        feed.sent(ended, .accepted, now: 12_000)
        // The token is spent.
        #expect(observe(&feed, content(.ended, tokens: 3), now: 900_000) == nil)
    }

    @Test("Only one push is under way; meanwhile the newest state waits")
    func conflation() throws {
        var feed = running()
        let first = try must(observe(&feed, content(.working), now: 0))
        #expect(observe(&feed, content(.asking, ask: "1"), now: 5_000) == nil)
        #expect(observe(&feed, content(.asking, ask: "2"), now: 6_000) == nil)
        #expect(feed.deadline == nil)
        feed.sent(first, .accepted, now: 7_000)
        #expect(feed.next(now: 8_000) == .update(content(.asking, ask: "2"), token: "t", isUrgent: true))
    }

    @Test("Without a running activity one is started when work begins, and not again until the device had time")
    func starting() throws {
        var feed = ActivityFeed()
        feed.setTokens(activity: nil, canStart: true)
        #expect(observe(&feed, content(.idle), now: 0) == nil)
        let start = try must(observe(&feed, content(.working), now: 100))
        #expect(start == .start(content(.working)))
        feed.sent(start, .accepted, now: 200)
        #expect(observe(&feed, content(.asking, ask: "1"), now: 5_000) == nil)
        feed.setTokens(activity: "new", canStart: true)
        #expect(feed.next(now: 6_000) == .update(content(.asking, ask: "1"), token: "new", isUrgent: true))
        var unable = ActivityFeed()
        unable.setTokens(activity: nil, canStart: false)
        #expect(observe(&unable, content(.working), now: 0) == nil)
    }

    @Test("One that was swiped away is left alone until the next turn; a refusal for now is tried again")
    func outcomes() throws {
        var feed = running()
        let push = try must(observe(&feed, content(.working), now: 0))
        feed.sent(push, .later(5_000), now: 0)
        #expect(feed.next(now: 4_000) == nil)
        let again = try must(feed.next(now: 5_000))
        feed.sent(again, .tokenGone, now: 5_000)
        // A question, an answer, a broken line: all of that is the same turn.
        #expect(observe(&feed, content(.asking, ask: "1"), now: 60_000) == nil)
        #expect(observe(&feed, content(.working), now: 900_000) == nil)
        #expect(observe(&feed, content(.away), now: 1_000_000) == nil)
        #expect(observe(&feed, content(.working), now: 1_100_000) == nil && feed.deadline == nil)
        #expect(observe(&feed, content(.idle), now: 1_200_000) == nil)
        #expect(observe(&feed, content(.working), now: 1_300_000) == .start(content(.working)))
    }

    @Test("A connection that flaps costs no push; one that stays away costs one that may wait, and so does its return")
    func flapping() throws {
        var feed = running()
        let asking = content(.asking, tokens: 5, ask: "1")
        let first = try must(observe(&feed, asking, now: 0))
        #expect(first == .update(asking, token: "t", isUrgent: true))
        feed.sent(first, .accepted, now: 0)
        var now = 100_000.0
        for _ in 0..<100 {
            #expect(observe(&feed, content(.away, tokens: 5), now: now) == nil)
            now += 3_000
            #expect(feed.next(now: now) == nil)
            #expect(observe(&feed, asking, now: now) == nil)
            now += 3_000
            #expect(feed.next(now: now) == nil)
        }
        #expect(observe(&feed, content(.away, tokens: 5), now: now) == nil)
        let deadline = try must(feed.deadline)
        #expect(deadline == now + ActivityFeed.interval)
        let away = try must(feed.next(now: deadline))
        #expect(away == .update(content(.away, tokens: 5), token: "t", isUrgent: false))
        feed.sent(away, .accepted, now: deadline)
        // The same question again is no news; another one, or that it was answered meanwhile, is.
        #expect(observe(&feed, asking, now: deadline + 1_000) == nil)
        var other = feed
        let another = content(.asking, tokens: 5, ask: "2")
        #expect(observe(&other, another, now: deadline + 2_000) == .update(another, token: "t", isUrgent: true))
        var answered = feed
        let working = content(.working, tokens: 5)
        #expect(observe(&answered, working, now: deadline + 2_000) == .update(working, token: "t", isUrgent: true))
        let back = try must(feed.next(now: deadline + ActivityFeed.interval))
        #expect(back == .update(asking, token: "t", isUrgent: false))
    }

    @Test("The steps of a multi-select question light the screen once")
    func steps() throws {
        var feed = running()
        let first = try must(observe(&feed, content(.asking, ask: "1"), run: "files", now: 0))
        #expect(first == .update(content(.asking, ask: "1"), token: "t", isUrgent: true))
        feed.sent(first, .accepted, now: 0)
        var urgent = 0
        for step in 2...15 {
            let now = Double(step) * 2_000
            guard let push = observe(&feed, content(.asking, ask: "\(step)"), run: "files", now: now) else { continue }
            if case .update(_, _, isUrgent: true) = push { urgent += 1 }
            feed.sent(push, .accepted, now: now)
        }
        #expect(urgent == 0)
        let done = try must(observe(&feed, content(.working), now: 60_000))
        #expect(done == .update(content(.working), token: "t", isUrgent: true))
    }

    @Test("What a room does goes on over a connection that breaks and comes back")
    func spans() {
        var span = PhaseSpan()
        let seen = [
            span.since(.working, now: 10), span.since(.working, now: 20), span.since(.away, now: 30),
            span.since(.away, now: 35), span.since(.working, now: 40), span.since(.asking, now: 50),
            span.since(.away, now: 60), span.since(.working, now: 70),
        ]
        #expect(seen == [10, 10, 30, 30, 10, 50, 60, 70])
    }
}
