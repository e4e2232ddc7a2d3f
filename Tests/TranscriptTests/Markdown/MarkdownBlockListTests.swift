import Testing

@testable import Transcript

@Suite("A list of blocks that grows and is kept")
struct MarkdownBlockListTests {
    @Test("Holds what an array would, and copies kept before a change stay as they were", arguments: 0..<40)
    func equalsArray(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 77)
        var next = 0
        func blocks(_ count: Int) -> [MarkdownBlock] {
            (0..<count).map { _ in
                next += 1
                return MarkdownBlock(id: next, kind: .rule)
            }
        }
        var list = MarkdownBlockList()
        var array: [MarkdownBlock] = []
        var kept: [(MarkdownBlockList, [MarkdownBlock])] = []
        for _ in 0..<120 {
            switch Int.random(in: 0...5, using: &random) {
            case 0...2:
                let more = blocks(Int.random(in: 0...90, using: &random))
                list.append(contentsOf: more)
                array += more
            case 3:
                let index = Int.random(in: 0...(array.count + 2), using: &random)
                list.removeSubrange(from: index)
                array.removeSubrange(min(index, array.count)...)
            case 4 where !array.isEmpty:
                let index = Int.random(in: 0...(array.count - 1), using: &random)
                list[index] = blocks(1)[0]
                array[index] = list[index]
            default:
                let lower = Int.random(in: 0...array.count, using: &random)
                let range = lower..<Int.random(in: lower...array.count, using: &random)
                let other = blocks(Bool.random(using: &random) ? range.count : Int.random(in: 0...70, using: &random))
                list.replaceSubrange(range, with: other)
                array.replaceSubrange(range, with: other)
            }
            #expect(list.array == array)
            #expect(list.count == array.count)
            #expect(list == MarkdownBlockList(array), "two lists of the same blocks differ")
            kept.append((list, array))
        }
        #expect(Array(list) == array)
        for (list, array) in kept { #expect(list.array == array) }
    }
}
