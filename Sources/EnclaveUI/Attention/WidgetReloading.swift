import EnclaveWidgets
import WidgetKit

/// Tells the system that widget and control have something else to show.
enum WidgetReloading {
    static func reload() {
        WidgetCenter.shared.reloadTimelines(ofKind: NeedsYouWidget.kind)
        if #available(iOS 18.0, *) { ControlCenter.shared.reloadControls(ofKind: NeedsYouControl.kind) }
    }
}
