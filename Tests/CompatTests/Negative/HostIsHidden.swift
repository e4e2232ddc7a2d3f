// error: ViewHost
import SwiftUI

@MainActor func host() { _ = ViewHost(Text("a")) }
