import SwiftUI

private struct TabReturnsKey: EnvironmentKey {
    static let defaultValue = 0
}

extension EnvironmentValues {
    /// How often the tab was chosen again while its first screen was in front.
    var tabReturns: Int {
        get { self[TabReturnsKey.self] }
        set { self[TabReturnsKey.self] = newValue }
    }
}

/// Brings what scrolls back to its beginning when its tab is chosen again.
private struct ReturnsToBeginning<ID: Hashable>: ViewModifier {
    @Environment(\.tabReturns) private var returns
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    let beginning: ID

    func body(content: Content) -> some View {
        ScrollViewReader { proxy in
            content.onChange(of: returns) { old, new in
                guard new > old else { return }
                withAnimation(reduceMotion ? nil : .easeOut(duration: 0.2)) { proxy.scrollTo(beginning, anchor: .top) }
            }
        }
    }
}

extension View {
    /// Goes to the view with this identity when the tab is chosen again.
    func returnsToBeginning(_ id: some Hashable) -> some View { modifier(ReturnsToBeginning(beginning: id)) }
}
