#if !os(Linux)
    import Darwin

    extension Measure {
        /// Bytes of the process that are in memory now; 0 when the system does not say.
        static func residentBytes() -> Int {
            var usage = rusage_info_current()
            let result = withUnsafeMutablePointer(to: &usage) { pointer in
                pointer.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
                    proc_pid_rusage(getpid(), RUSAGE_INFO_CURRENT, $0)
                }
            }
            return result == 0 ? Int(usage.ri_resident_size) : 0
        }

        /// Gives pages that hold nothing any more back to the system, so that what is resident is what is held.
        static func returnFreeMemory() { malloc_zone_pressure_relief(nil, 0) }

        /// The most that was in memory, in bytes. It cannot be counted anew here, so it is the whole process's.
        static func peakResidentBytes() -> Int {
            var usage = rusage()
            return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : 0
        }

        /// Does nothing: see ``peakResidentBytes()``.
        static func forgetPeak() {}
    }
#endif
