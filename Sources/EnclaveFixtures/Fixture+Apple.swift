#if !os(Linux)
    extension Fixture {
        /// Apple's systems draw these themselves.
        static let system: [Fixture] = []
    }
#endif
