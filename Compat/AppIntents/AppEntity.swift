/// Something that can be shown in a list.
public protocol InstanceDisplayRepresentable {
    /// How it is shown.
    var displayRepresentation: DisplayRepresentation { get }
}

/// A kind of thing that can be named.
public protocol TypeDisplayRepresentable {
    /// What the kind is called.
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// A thing of the app's that intents work on.
public protocol AppEntity: InstanceDisplayRepresentable, TypeDisplayRepresentable, Identifiable,
    PersistentlyIdentifiable, Sendable
where ID: Sendable {
    /// Finds such things.
    associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
    /// Finds such things.
    static var defaultQuery: DefaultQuery { get }
}

/// Finds things by their ids.
public protocol EntityQuery: PersistentlyIdentifiable, _SupportsAppDependencies, Sendable {
    /// What is found.
    associatedtype Entity: AppEntity
    /// A query.
    init()
    /// The things with these ids.
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
    /// Those to choose from.
    func suggestedEntities() async throws -> [Entity]
}

extension EntityQuery {
    /// None.
    public func suggestedEntities() async throws -> [Entity] { [] }
}

/// Finds things by what somebody says.
public protocol EntityStringQuery: EntityQuery {
    /// The things a text could mean.
    func entities(matching string: String) async throws -> [Entity]
}

/// How a thing is shown.
public struct DisplayRepresentation: Sendable, ExpressibleByStringInterpolation {
    /// Its name.
    public var title: LocalizedStringResource
    /// What else is to be said.
    public var subtitle: LocalizedStringResource?
    /// Shows a name.
    public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil) {
        self.title = title
        self.subtitle = subtitle
    }
    /// Shows a name.
    public init(stringLiteral value: String) { self.init(title: LocalizedStringResource(stringLiteral: value)) }
}

/// What a kind of thing is called.
public struct TypeDisplayRepresentation: Sendable, ExpressibleByStringInterpolation {
    /// The name.
    public var name: LocalizedStringResource
    /// A name.
    public init(name: LocalizedStringResource) { self.name = name }
    /// A name.
    public init(stringLiteral value: String) { name = LocalizedStringResource(stringLiteral: value) }
}
