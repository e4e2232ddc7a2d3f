// error: cannot find 'Text' in scope
import UIKit

@MainActor let text = Text("a")
