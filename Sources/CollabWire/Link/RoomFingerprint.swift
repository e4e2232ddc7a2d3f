/// A number that two people in a room read out to each other: the same on both sides when their links hold the same
/// room key, and then nobody in between can read along.
///
/// Twenty-four digits, about 80 bits, derived from the room key alone: view and control links of a room have the same.
/// It gives nothing of the key away and may be shown, spoken and printed.
public struct RoomFingerprint: Sendable, Hashable {
    /// Six groups of four decimal digits.
    public let groups: [String]

    /// The fingerprint of a room's key.
    /// - Throws: ``SealError/unavailable(_:)`` when the system's library fails.
    public init(_ secret: RoomSecret) throws(SealError) {
        let bytes = try secret.derive("enclave room fingerprint 1", count: 4 * Self.groupCount)
        groups = (0..<Self.groupCount).map { group in
            let number = bytes[4 * group..<4 * group + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let digits = String(number % 10_000)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    /// The digits one by one, for voices that would read numbers.
    public var spelled: String {
        groups.map { $0.map(String.init).joined(separator: " ") }.joined(separator: ", ")
    }

    /// The groups for a place that may be narrow: a line ends between the halves, nowhere else.
    public var inHalves: String {
        let half = Self.groupCount / 2
        return [groups[..<half], groups[half...]].map { $0.joined(separator: "\u{a0}") }.joined(separator: " ")
    }

    private static let groupCount = 6
}

extension RoomFingerprint: CustomStringConvertible {
    /// The groups with spaces between them.
    public var description: String { groups.joined(separator: " ") }
}
