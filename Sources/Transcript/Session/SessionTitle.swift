import CollabReplica
import CollabWire

/// What a session is called.
public enum SessionTitle {
    /// Characters of a title at most.
    public static let longest = 80

    /// The session's own name, else its header's title, else its folder, else a word for a session without any.
    public static func title(state: SessionState?, header: SessionHeader?, format: SessionFormat) -> String {
        if let name = ReplicaState.sessionName(state, header), let line = line(name) { return line }
        for folder in [state?.cwd, header?.cwd] {
            if let folder, let name = folder.split(separator: "/").last { return line(String(name)) ?? String(name) }
        }
        return format.choose("Session", "Sitzung")
    }

    private static func line(_ text: String) -> String? {
        let line = CardFormat.line(text, limit: longest)
        return line.isEmpty ? nil : line
    }
}
