/// What must succeed, because the input was accepted before: an error here is a find, not a refusal.
public func certain<Value>(_ expectation: String, _ body: () throws -> Value) -> Value {
    do {
        return try body()
    } catch {
        preconditionFailure("\(expectation): \(error)")
    }
}
