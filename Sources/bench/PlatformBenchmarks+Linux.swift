#if os(Linux)
    /// Measurements of what only Linux has.
    enum PlatformBenchmarks {
        static var all: [any Benchmark.Type] {
            [RelayBenchmark.self, TransportBenchmark.self, BridgeBenchmark.self, ScreenBenchmark.self]
        }
    }
#endif
