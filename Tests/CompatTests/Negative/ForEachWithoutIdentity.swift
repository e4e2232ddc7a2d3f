// error: conform to 'Identifiable'
import SwiftUI

struct Item { var name = "" }

struct Sample: View {
    let items: [Item] = []
    var body: some View {
        ForEach(items) { Text($0.name) }
    }
}
