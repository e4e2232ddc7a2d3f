// error: main actor-isolated property 'body' can not be referenced from a nonisolated context
import SwiftUI

struct Sample: View {
    var body: some View { Text("a") }
}

nonisolated func outside(_ sample: Sample) {
    _ = sample.body
}
