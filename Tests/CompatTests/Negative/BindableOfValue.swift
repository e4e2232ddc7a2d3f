// error: error:
import SwiftUI

struct Plain { var name = "" }

struct Sample: View {
    @Bindable var model: Plain
    var body: some View { Text(model.name) }
}
