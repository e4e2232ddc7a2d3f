#if os(Linux)
    import Crypto
    import Foundation
    import Testing

    @Suite("The end of a process")
    struct ProcessEndTests {
        @Test("A thread that still seals does not take its exit code away")
        func sealsToTheEnd() async {
            await #expect(processExitsWith: .exitCode(7)) {
                // Registered before the library's own, so called after it: what it would have taken away is gone by then.
                atexit { usleep(200_000) }
                let key = try #require(SealingKey([UInt8](repeating: 7, count: SealingKey.byteCount)))
                for _ in 0..<2 {
                    Thread.detachNewThread {
                        while true { _ = try? GCMSealer(key: key).seal([1, 2, 3]) }
                    }
                }
                usleep(50_000)
                exit(7)
            }
        }
    }
#endif
