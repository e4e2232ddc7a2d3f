// error: Equatable
import SwiftUI

struct Item {}

struct Sample: View {
    var item = Item()
    var body: some View { Text("a").onChange(of: item) { _, _ in } }
}
