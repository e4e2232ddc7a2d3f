#if !os(Linux)
    /// Measurements of what only Apple's systems have: none yet.
    enum PlatformBenchmarks {
        static var all: [any Benchmark.Type] { [] }
    }
#endif
