// error: error:
import SwiftUI

struct Model { let name = "a" }

struct Sample: View {
    @State private var model = Model()
    var body: some View { TextField("Name", text: $model.name) }
}
