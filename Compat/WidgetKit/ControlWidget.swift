import AppIntents

/// A control for Control Center, the lock screen and the action button; iOS 18 and newer.
@MainActor @preconcurrency public protocol ControlWidget {
    /// The type of its configuration.
    associatedtype Body: ControlWidgetConfiguration
    /// A control.
    @MainActor @preconcurrency init()
    /// What it is.
    @MainActor @preconcurrency var body: Self.Body { get }
}

/// What a control is.
@MainActor @preconcurrency public protocol ControlWidgetConfiguration {
    /// The template of the control, as a view that a picture can show.
    @MainActor func _view() async -> AnyView
}

/// What a control looks like.
@MainActor @preconcurrency public protocol ControlWidgetTemplate {
    /// The control as a view that a picture can show.
    @MainActor var _view: AnyView { get }
}

/// Gives a control its value.
public protocol ControlValueProvider {
    /// The type of the value.
    associatedtype Value
    /// A value for where a person chooses controls.
    var previewValue: Self.Value { get }
    /// The value now.
    func currentValue() async throws -> Self.Value
}

/// Makes a control's template out of a closure's statement.
@resultBuilder public struct ControlWidgetTemplateBuilder {
    /// One template.
    public static func buildBlock<Content: ControlWidgetTemplate>(_ content: Content) -> Content { content }
}

/// A control without choices of the person's.
@MainActor @preconcurrency public struct StaticControlConfiguration<Content>: ControlWidgetConfiguration
where Content: ControlWidgetTemplate {
    private let make: @MainActor () async -> AnyView

    /// A control with nothing that changes.
    @MainActor @preconcurrency public init(
        kind: String, @ControlWidgetTemplateBuilder content: @escaping () -> Content
    ) {
        make = { content()._view }
    }

    /// A control with a value that a provider gives.
    @MainActor @preconcurrency public init<Provider>(
        kind: String, provider: Provider,
        @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
    ) where Provider: ControlValueProvider {
        nonisolated(unsafe) let provider = provider  // Given away by the control's body, and used by it alone.
        make = {
            do { return content(try await provider.currentValue())._view } catch {
                return content(provider.previewValue)._view
            }
        }
    }

    /// The control as a view.
    @MainActor public func _view() async -> AnyView { await make() }
}

/// A configuration with something changed.
@MainActor struct ChangedControl<Base: ControlWidgetConfiguration>: ControlWidgetConfiguration {
    let base: Base
    func _view() async -> AnyView { await base._view() }
}

extension ControlWidgetConfiguration {
    /// The name where a person chooses controls.
    @MainActor @preconcurrency public func displayName(
        _ displayName: LocalizedStringResource
    ) -> some ControlWidgetConfiguration {
        ChangedControl(base: self)
    }
    /// What it is for, there.
    @MainActor @preconcurrency public func description(
        _ description: LocalizedStringResource
    ) -> some ControlWidgetConfiguration {
        ChangedControl(base: self)
    }
}

/// A control that does something.
@MainActor @preconcurrency public struct ControlWidgetButton<Label, ActionLabel, Action>: ControlWidgetTemplate
where Label: View, ActionLabel: View {
    private let make: @MainActor () -> AnyView

    /// The control as a view.
    @MainActor public var _view: AnyView { make() }
}

extension ControlWidgetButton where Action: AppIntent, ActionLabel == ControlWidgetButtonDefaultActionLabel {
    /// A button that performs an intent.
    @MainActor @preconcurrency public init(action: Action, @ViewBuilder label: @escaping () -> Label) {
        make = { AnyView(Button(intent: action) { label() }) }
    }
}

/// The words under a button that was pressed.
@MainActor @preconcurrency public struct ControlWidgetButtonDefaultActionLabel: View {
    /// The system's own.
    public var body: some View { EmptyView() }
}
