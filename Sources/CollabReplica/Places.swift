/// Where the values of a list stand, by their ids, so that none is looked for by looking at the others.
///
/// A list only grows at its end and shrinks anywhere: values keep their order, so each is given a number when it comes, and
/// its place is where that number stands among those that are left, found by halving.
struct Places<ID: Hashable & Sendable>: Sendable {
    private var numbers: [ID: Int] = [:]
    /// The numbers of the values in the list's order, which is their own.
    private var order: [Int] = []
    private var next = 0

    init() {}

    /// Values there are.
    var count: Int { order.count }

    /// Where a value stands; nil when there is none with this id.
    func place(of id: ID) -> Int? {
        guard let number = numbers[id] else { return nil }
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if order[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// A value that was not there comes at the end.
    mutating func append(_ id: ID) {
        numbers[id] = next
        order.append(next)
        next += 1
    }

    /// A value goes.
    /// - Returns: where it stood.
    mutating func remove(_ id: ID) -> Int? {
        guard let place = place(of: id) else { return nil }
        numbers[id] = nil
        order.remove(at: place)
        return place
    }

    /// Forgets all and begins with these.
    mutating func begin(with ids: some Sequence<ID>) {
        self = Places()
        for id in ids where numbers[id] == nil { append(id) }
    }
}

extension Places {
    /// Appends a value, or puts it in the place of the one with its id.
    mutating func put<Value: Identifiable>(_ value: Value, into values: inout [Value]) where Value.ID == ID {
        refresh(values)
        if let place = place(of: value.id) {
            values[place] = value
        } else {
            append(value.id)
            values.append(value)
        }
    }

    /// Takes a value out.
    /// - Returns: whether there was one.
    mutating func take<Value: Identifiable>(_ id: ID, from values: inout [Value]) -> Bool where Value.ID == ID {
        refresh(values)
        guard let place = remove(id) else { return false }
        values.remove(at: place)
        return true
    }

    /// The value with an id.
    mutating func value<Value: Identifiable>(_ id: ID, in values: [Value]) -> Value? where Value.ID == ID {
        refresh(values)
        return place(of: id).map { values[$0] }
    }

    /// A list that was emptied, or rid of many at once, is shorter: only then all of it is looked at.
    private mutating func refresh<Value: Identifiable>(_ values: [Value]) where Value.ID == ID {
        if count != values.count { begin(with: values.map(\.id)) }
    }
}
