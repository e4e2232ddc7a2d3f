import SwiftUI
import WidgetKit

/// Everything the widget extension brings.
public struct EnclaveWidgetBundle: WidgetBundle {
    /// The bundle.
    public init() {}

    /// The widget, the Live Activity, and from iOS 18 on the control.
    public var body: some Widget {
        NeedsYouWidget()
        EnclaveActivityWidget()
        if #available(iOS 18.0, *) {
            NeedsYouControl()
        }
    }
}
