import EnclaveModel
import Testing

@Suite("Where the transcript stands")
struct ScrollPolicyTests {
    @Test("41 points above the end the list stays put and counts what is new; within 40 it follows again")
    func follow() {
        var policy = ScrollPolicy<Int>()
        #expect(policy.contentChanged(addedRows: 1) == .toEnd(animated: false))
        policy.userScrolled(distanceFromEnd: 41, isBouncing: false, topRow: 7)
        #expect(!policy.isFollowing && policy.showsJumpButton)
        #expect(policy.contentChanged(addedRows: 2) == .stay)
        #expect(policy.contentChanged(addedRows: 0) == .stay, "the last row streams")
        #expect(policy.newRows == 2)
        policy.userScrolled(distanceFromEnd: 40, isBouncing: false, topRow: 9)
        #expect(policy.isFollowing && policy.newRows == 0)
    }

    @Test("Late word of the row that was last a moment ago is no scrolling; a row further up is")
    func bottomRow() {
        var policy = ScrollPolicy<Int>()
        /// The list of rows up to `last` says that it stands on a row.
        func stand(on row: Int, of last: Int) { policy.stands(onRow: row, isLast: row == last) { row < $0 } }
        _ = policy.contentChanged(addedRows: 5, lastBefore: 5)
        stand(on: 5, of: 8)
        stand(on: 7, of: 8)
        #expect(policy.isFollowing && policy.newRows == 0)
        stand(on: 6, of: 8)
        #expect(!policy.isFollowing && policy.readingRow == 6)
        stand(on: 7, of: 9)
        #expect(!policy.isFollowing, "the end of a while ago is not the end of now")
        stand(on: 9, of: 9)
        #expect(policy.isFollowing)
        stand(on: 2, of: 9)
        _ = policy.tappedJump()
        stand(on: 4, of: 9)
        #expect(policy.isFollowing, "on its way to the end the list passes what lies between")
        stand(on: 9, of: 9)
        stand(on: 8, of: 9)
        #expect(!policy.isFollowing)
        var reader = ScrollPolicy<Int>()
        reader.appeared(last: 9)
        reader.stands(onRow: 4, isLast: false) { 4 < $0 }
        #expect(!reader.isFollowing, "the first thing somebody does is scroll up")
    }

    @Test("When the row at the end went into another, scrolling up from there is seen at once")
    func foldedRow() {
        var policy = ScrollPolicy<Int>()
        let rows = [1, 2, 3, 4]
        policy.stands(onRow: 9, isLast: true) { _ in false }
        // 9 was folded into 4.
        _ = policy.contentChanged(addedRows: 1, lastBefore: 9, last: 4) { rows.contains($0) }
        policy.stands(onRow: 2, isLast: false) { 2 < $0 && rows.contains($0) }
        #expect(!policy.isFollowing && policy.readingRow == 2)
    }

    @Test("A bounce says nothing about what the person wants")
    func bounce() {
        var policy = ScrollPolicy<Int>()
        policy.userScrolled(distanceFromEnd: -30, isBouncing: true, topRow: 1)
        policy.userScrolled(distanceFromEnd: 120, isBouncing: true, topRow: 1)
        #expect(policy.isFollowing)
        policy.userScrolled(distanceFromEnd: 500, isBouncing: false, topRow: 1)
        policy.userScrolled(distanceFromEnd: 0, isBouncing: true, topRow: 1)
        #expect(!policy.isFollowing)
    }

    @Test("One's own prompt and the jump button go to the end and follow")
    func ownPrompt() {
        for act in [{ $0.sentPrompt() }, { $0.tappedJump() }] as [(inout ScrollPolicy<Int>) -> ScrollPolicy<Int>.Move] {
            var policy = ScrollPolicy<Int>()
            policy.userScrolled(distanceFromEnd: 900, isBouncing: false, topRow: 3)
            _ = policy.contentChanged(addedRows: 4)
            let move = act(&policy)
            #expect(move == .toEnd(animated: true))
            #expect(policy.isFollowing && policy.newRows == 0)
        }
    }
}
