// error: error:
import SwiftUI

struct Sample: View {
    var body: some View {
        Picker("Kind") { Text("a").tag(1) }
    }
}
