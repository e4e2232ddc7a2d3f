#if !os(Linux)
    import SwiftUI
    import UIKit

    /// Shares or saves a picture through the system's sheet.
    struct ShareImageButton<Label: View>: View {
        let picture: UIImage
        @ViewBuilder let label: () -> Label

        var body: some View {
            let image = Image(uiImage: picture)
            ShareLink(item: image, preview: SharePreview("Image", image: image), label: label)
        }
    }
#endif
