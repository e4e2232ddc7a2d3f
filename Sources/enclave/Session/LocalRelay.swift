import CollabGuest
import CollabWire

/// A relay on this machine's loopback, for `demo` and `host`.
struct LocalRelay: Sendable {
    /// What stands in the links.
    var address: RelayAddress
    /// Ends it; guests are told.
    var stop: @Sendable () async -> Void
}
