#if os(Linux)
    import Foundation

    extension Measure {
        /// Bytes of the process that are in memory now; 0 when the system does not say.
        static func residentBytes() -> Int { status("VmRSS:") }

        /// Gives pages that hold nothing any more back to the system, so that what is resident is what is held.
        static func returnFreeMemory() {
            // Not in the C library's module map: looked up by name.
            guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim") else { return }
            _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)(0)
        }

        /// The most that was in memory since ``forgetPeak()``, in bytes.
        static func peakResidentBytes() -> Int { status("VmHWM:") }

        /// Starts counting the peak anew.
        static func forgetPeak() {
            guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
            file.write(Data("5".utf8))
            file.closeFile()
        }

        private static func status(_ field: String) -> Int {
            guard let status = FileManager.default.contents(atPath: "/proc/self/status") else { return 0 }
            let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(field) }
            let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
            return (kilobytes ?? 0) * 1024
        }
    }
#endif
