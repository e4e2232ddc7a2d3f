/// How much of a session the lock screen and pushes may show (feature S6).
public enum PrivacyLevel: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    /// Nothing of the session: "A session needs your answer."
    case `private`
    /// The session's name.
    case title
    /// Name, question and current action.
    case preview

    /// Less is smaller.
    public static func < (left: PrivacyLevel, right: PrivacyLevel) -> Bool {
        rank(left) < rank(right)
    }

    private static func rank(_ level: PrivacyLevel) -> Int { allCases.firstIndex(of: level) ?? 0 }
}
