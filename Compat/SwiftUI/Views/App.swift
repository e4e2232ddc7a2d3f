import ViewTree

/// An app.
@MainActor @preconcurrency public protocol App {
    /// The type of the scenes.
    associatedtype Body: Scene
    /// The scenes.
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    /// Creates the app.
    @MainActor @preconcurrency init()
}

extension App {
    /// Runs the app: here, what a preview host registered.
    @MainActor @preconcurrency public static func main() { AppRunner.run(Self()) }
}

/// Runs an app on a machine without screens.
@_spi(Preview) @MainActor public enum AppRunner {
    /// What to do with the root view of an app.
    public static var launch: ((AnyView) -> Void)?

    static func run<Application: App>(_ app: Application) {
        launch?(root(of: app))
    }

    /// The view of the first window of an app.
    public static func root<Application: App>(of app: Application) -> AnyView {
        let visitor = _SceneVisitor()
        Application.Body._gather(app.body, visitor)
        return visitor.views.first ?? AnyView(EmptyView())
    }
}

/// A part of an app with a life of its own.
@MainActor @preconcurrency public protocol Scene {
    /// The type of the scene that this one is made of.
    associatedtype Body: Scene
    /// The scene that this one is made of.
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor static func _gather(_ scene: Self, _ visitor: _SceneVisitor)
}
extension Scene {
    /// The way of a scene with a body.
    @MainActor public static func _gather(_ scene: Self, _ visitor: _SceneVisitor) { Body._gather(scene.body, visitor) }
}
extension Never: Scene {}
extension Never {
    /// Never called.
    @MainActor public static func _gather(_ scene: Never, _ visitor: _SceneVisitor) {}
}
extension Scene where Body == Never {
    /// Primitives have no body.
    @MainActor @preconcurrency public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// Gathers windows.
@MainActor public final class _SceneVisitor {
    var views: [AnyView] = []
}

/// A window.
public nonisolated struct WindowGroup<Content: View>: Scene {
    /// None.
    public typealias Body = Never
    let content: Content
    /// A window with content.
    public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
    /// How windows are gathered.
    @MainActor public static func _gather(_ scene: Self, _ visitor: _SceneVisitor) {
        visitor.views.append(AnyView(scene.content))
    }
}

/// Makes scenes.
@resultBuilder public struct SceneBuilder {
    /// One expression.
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    /// One scene.
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
