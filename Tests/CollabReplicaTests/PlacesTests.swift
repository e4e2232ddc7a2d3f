import Foundation
import Testing

@testable import CollabReplica

/// Work is counted, not timed: how often two ids are compared while a list grows.
@Suite("Places in a list")
struct PlacesTests {
    /// Comparisons so far. One test at a time has one.
    private final class Counter: @unchecked Sendable {
        // Safe: touched by the one task that has it.
        var comparisons = 0
    }

    private struct CountedID: Hashable, Sendable {
        var number: Int
        var counter: Counter

        static func == (left: Self, right: Self) -> Bool {
            left.counter.comparisons += 1
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private struct Item: Identifiable {
        var id: CountedID
        var version = 0
    }

    /// Comparisons that it takes for so many to come, to be brought up to date, and to go, oldest and newest first in turn.
    private func work(_ count: Int) -> Int {
        let counter = Counter()
        var places = Places<CountedID>()
        var items: [Item] = []
        func id(_ number: Int) -> CountedID { CountedID(number: number, counter: counter) }
        for number in 0..<count { places.put(Item(id: id(number)), into: &items) }
        for number in 0..<count { places.put(Item(id: id(number), version: 1), into: &items) }
        for number in 0..<count { _ = places.value(id(number), in: items) }
        for step in 0..<count {
            _ = places.take(id(step.isMultiple(of: 2) ? step / 2 : count - 1 - step / 2), from: &items)
            // What has gone is asked for in vain.
            _ = places.take(id(-1 - step), from: &items)
        }
        #expect(items.isEmpty && places.count == 0)
        return counter.comparisons
    }

    @Test("Finding a value takes no more work in a long list than in a short one")
    func growth() {
        let few = work(500)
        let many = work(8_000)
        // A scan would take 256 times as much, and thousands of comparisons for each.
        #expect(many < few * 40, "\(few) for 500, \(many) for 8,000")
        #expect(many < 8_000 * 20)
    }

    private struct Plain: Identifiable, Hashable {
        var id: Int
        var version = 0
    }

    @Test("does what looking through the list does, whatever comes, goes and is thrown away at once")
    func model() {
        var random = SystemRandomNumberGenerator()
        var places = Places<Int>()
        var items: [Plain] = []
        var model: [Plain] = []
        for step in 0..<5_000 {
            let item = Plain(id: Int.random(in: 0..<40, using: &random), version: step)
            switch Int.random(in: 0..<100, using: &random) {
            case 0:
                items = []
                model = []
            case 1..<4:
                items.removeAll { $0.id.isMultiple(of: 3) }
                model.removeAll { $0.id.isMultiple(of: 3) }
            case 4..<50:
                places.put(item, into: &items)
                if let place = model.firstIndex(where: { $0.id == item.id }) {
                    model[place] = item
                } else {
                    model.append(item)
                }
            case 50..<75:
                let wasThere = model.contains { $0.id == item.id }
                model.removeAll { $0.id == item.id }
                #expect(places.take(item.id, from: &items) == wasThere)
            default: #expect(places.value(item.id, in: items) == model.first { $0.id == item.id })
            }
            #expect(items == model)
            guard items == model else { return }
        }
    }
}
