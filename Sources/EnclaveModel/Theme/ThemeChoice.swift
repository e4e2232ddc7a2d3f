/// Which theme a person wants.
public enum ThemeChoice: String, Sendable, Hashable, CaseIterable, Codable {
    /// As the system says.
    case system
    /// VR mono + amber.
    case dark
    /// Rosé Pine Dawn.
    case light
}
