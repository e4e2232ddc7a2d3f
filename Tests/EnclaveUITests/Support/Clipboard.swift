import UIKit

/// The pasteboard, in a file without Testing: the two together ask for an overlay that only Apple's toolchain has.
@MainActor
enum Clipboard {
    static var text: String? {
        get { UIPasteboard.general.string }
        set { UIPasteboard.general.string = newValue }
    }
}
