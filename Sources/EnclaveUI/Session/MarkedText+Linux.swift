#if os(Linux)
    /// Whether an input method is composing. The page keeps the keys of a composing input method to itself, so that no
    /// press of Return comes here while there is marked text.
    @MainActor
    enum MarkedText {
        static let isPresent = false
    }
#endif
