import SwiftUI

struct Compiles: View {
    @State private var count = 0
    var body: some View {
        VStack {
            Text("count \(count)")
            Button("More") { count += 1 }
        }
    }
}
