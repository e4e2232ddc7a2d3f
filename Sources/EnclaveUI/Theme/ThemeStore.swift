import EnclaveModel
import Observation
import SwiftUI

/// The person's choice of theme, kept over launches.
@Observable
package final class ThemeStore {
    /// The key under which the choice is stored.
    package static let defaultsKey = "theme"

    /// The choice; setting it stores it.
    package var choice: ThemeChoice {
        didSet { defaults.set(choice.rawValue, forKey: Self.defaultsKey) }
    }

    @ObservationIgnored private let defaults: UserDefaults

    /// A store on `defaults`; an unknown stored value counts as `system`.
    package init(defaults: UserDefaults = .standard) {
        self.defaults = defaults
        choice = defaults.string(forKey: Self.defaultsKey).flatMap(ThemeChoice.init) ?? .system
    }

    /// What `preferredColorScheme` wants.
    var preferredScheme: ColorScheme? {
        switch choice {
        case .system: nil
        case .dark: .dark
        case .light: .light
        }
    }
}
