// error: main actor-isolated
import UIKit

nonisolated func name() -> String { UIDevice.current.name }
