import AppIntents
import EnclaveContracts

/// A session as Siri, Shortcuts and Spotlight know it: by the snapshot, which holds no secret.
public struct SessionEntity: AppEntity {
    /// "Session".
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "Session" }
    /// Finds sessions.
    public static var defaultQuery: SessionQuery { SessionQuery() }

    /// The room's key on this device.
    public let id: String
    /// Its name, when the privacy level allows it.
    public let name: String?
    /// Whether it waits for an answer.
    public let needsAnswer: Bool

    /// A session of the snapshot.
    public init(_ session: WidgetSnapshot.Session) {
        id = session.id
        name = session.title
        needsAnswer = session.needsAnswer
    }

    /// Its name, or the first letters of its key where names are private.
    public var displayRepresentation: DisplayRepresentation {
        let title = name ?? "Session \(id.prefix(4))"
        return needsAnswer
            ? DisplayRepresentation(title: "\(title)", subtitle: "waiting for you")
            : DisplayRepresentation(title: "\(title)")
    }
}

/// Finds sessions in the snapshot.
public struct SessionQuery: EntityStringQuery {
    private let folder: URL?

    /// A query on the snapshot that app and extensions share.
    public init() { folder = SharedContainer.snapshotFolder }

    /// A query on a snapshot in another folder, for tests.
    init(folder: URL?) { self.folder = folder }

    private var all: [SessionEntity] { WidgetSnapshot.read(in: folder).sessions.map(SessionEntity.init) }

    /// The sessions with these keys.
    public func entities(for identifiers: [SessionEntity.ID]) async throws -> [SessionEntity] {
        all.filter { identifiers.contains($0.id) }
    }

    /// The sessions whose name contains the words.
    public func entities(matching string: String) async throws -> [SessionEntity] {
        all.filter { $0.name?.localizedCaseInsensitiveContains(string) ?? false }
    }

    /// All, those that need an answer first.
    public func suggestedEntities() async throws -> [SessionEntity] { all }
}
