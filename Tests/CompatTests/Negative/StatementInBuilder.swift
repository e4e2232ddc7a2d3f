// error: conform to 'View'
import SwiftUI

struct Sample: View {
    var body: some View {
        VStack {
            "only text"
        }
    }
}
