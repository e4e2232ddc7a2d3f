// error: error:
import SwiftUI

struct Sample: View {
    @State private var count = 0
    var body: some View {
        count = 1
        Text("a")
    }
}
