// sys/resource.h, libproc.h, unistd.h, malloc/malloc.h.
// Written from knowledge of the API, not looked up declaration by declaration.
public typealias rusage_info_t = UnsafeMutableRawPointer
public struct rusage_info_current {
    public var ri_resident_size: UInt64
    public init() { fatalError() }
}
public var RUSAGE_INFO_CURRENT: Int32 { fatalError() }
@discardableResult public func proc_pid_rusage(
    _ pid: Int32, _ flavor: Int32, _ buffer: UnsafeMutablePointer<rusage_info_t?>!
) -> Int32 { fatalError() }
@discardableResult public func getpid() -> Int32 { fatalError() }

public struct rusage {
    public var ru_maxrss: Int
    public init() { fatalError() }
}
public var RUSAGE_SELF: Int32 { fatalError() }
@discardableResult public func getrusage(_ who: Int32, _ usage: UnsafeMutablePointer<rusage>!) -> Int32 { fatalError() }

public struct malloc_zone_t {}
@discardableResult public func malloc_zone_pressure_relief(
    _ zone: UnsafeMutablePointer<malloc_zone_t>!, _ goal: Int
) -> Int { fatalError() }
