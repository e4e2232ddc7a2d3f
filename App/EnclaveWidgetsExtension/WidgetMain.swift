import EnclaveWidgets
import SwiftUI
import WidgetKit

/// The widget extension's entry point; everything else lives in the package, where it can be tested.
@main
enum WidgetMain {
    @MainActor static func main() {
        EnclaveWidgetBundle.main()
    }
}
