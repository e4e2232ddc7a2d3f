@_spi(Preview) import SwiftUI

extension Button {
    /// A button that performs an intent.
    public nonisolated init<I: AppIntent>(intent: I, @ViewBuilder label: () -> Label) {
        self.init(action: { IntentRunner.run(intent) }, label: label)
    }
}

/// Performs the intents of buttons, where there is no system that does.
@_spi(Preview) @MainActor public enum IntentRunner {
    /// What was tapped, in order; the newest hundred.
    public private(set) static var performed: [any AppIntent] = []
    /// What happens with an intent; by default it is only remembered.
    public static var perform: (@MainActor (any AppIntent) -> Void)?

    static func run(_ intent: any AppIntent) {
        performed.append(intent)
        if performed.count > 100 { performed.removeFirst() }
        perform?(intent)
    }

    /// Forgets what was tapped.
    public static func reset() { performed = [] }
}
