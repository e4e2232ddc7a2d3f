// error: strokeBorder
import SwiftUI

struct Sample: View {
    var body: some View { Path().strokeBorder(.red) }
}
