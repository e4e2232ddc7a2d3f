// error: error:
import SwiftUI

final class Plain {}

struct Sample: View {
    @Environment(Plain.self) private var plain
    var body: some View { Text("a") }
}
