import CollabWire

extension Welcome {
    /// Whether the host claims a newer protocol than this guest knows. It let the guest in, so nothing is refused:
    /// what is unknown is left out, as anywhere (protocol §5), and the person is told once.
    var isNewer: Bool { proto.map { $0 > GuestFrame.proto } ?? false }

    /// What the person is told then.
    static let newerNotice =
        "This session's host speaks a newer version of the collab protocol. What is new in it is not shown; an update of Enclave may know it."
}
