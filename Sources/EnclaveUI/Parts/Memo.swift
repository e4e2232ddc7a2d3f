/// Remembers the last result of something that takes time, for as long as its view lives: kept in `@State`, asked in
/// `body`. A redraw for another reason (a theme, a neighbour that grew) costs a comparison.
@MainActor
final class Memo<Key: Equatable, Value> {
    private var kept: (key: Key, value: Value)?

    /// The value for a key; made again only when the key is another one.
    func callAsFunction(_ key: Key, _ make: () -> Value) -> Value {
        if let kept, kept.key == key { return kept.value }
        let value = make()
        kept = (key, value)
        return value
    }
}
