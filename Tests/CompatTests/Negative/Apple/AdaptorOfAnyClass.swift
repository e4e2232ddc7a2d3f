// error: requires that
import SwiftUI

final class Plain: NSObject {}

struct Sample: App {
    @UIApplicationDelegateAdaptor(Plain.self) var plain
    var body: some Scene { WindowGroup { Text("a") } }
}
