#if os(Linux)
    import SwiftUI
    import UIKit

    /// The browser has its own ways to save a picture.
    struct ShareImageButton<Label: View>: View {
        let picture: UIImage
        @ViewBuilder let label: () -> Label

        var body: some View { EmptyView() }
    }
#endif
