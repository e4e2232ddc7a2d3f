// error: error:
import SwiftUI

struct Sample: View {
    var body: some View { Button("Press") }
}
