// error: main actor-isolated
import UIKit

nonisolated func hide(_ object: NSObject) { object.accessibilityElementsHidden = true }
