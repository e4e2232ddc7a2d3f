// error: must be unwrapped
import UIKit

@MainActor func scene(_ view: UIView) -> UIWindowScene? { view.window.windowScene }
