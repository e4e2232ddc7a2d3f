// error: main actor-isolated
import LocalAuthentication
import UIKit

@MainActor func unlock(_ window: UIWindow) {
    LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "") { _, _ in window.makeKey() }
}
