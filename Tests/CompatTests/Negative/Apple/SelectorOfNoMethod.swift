// error: has no member 'remember'
import UIKit

let action = _selector(UIResponder.remember(_:))
