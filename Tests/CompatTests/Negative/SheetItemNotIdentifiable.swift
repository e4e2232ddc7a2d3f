// error: Identifiable
import SwiftUI

struct Item {}

struct Sample: View {
    @State private var item: Item?
    var body: some View { Text("a").sheet(item: $item) { _ in Text("b") } }
}
