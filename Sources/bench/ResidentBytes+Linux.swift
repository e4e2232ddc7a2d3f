#if os(Linux)
    import Foundation

    extension Measure {
        /// Bytes of the process that are in memory now; 0 when the system does not say.
        static func residentBytes() -> Int {
            guard let statistics = FileManager.default.contents(atPath: "/proc/self/statm") else { return 0 }
            let fields = String(decoding: statistics, as: UTF8.self).split(separator: " ")
            guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
            return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
    }
#endif
