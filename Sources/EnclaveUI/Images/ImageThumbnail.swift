import CollabWire
import SwiftUI
import Transcript

/// A picture of the transcript, made small off the main thread; a tap shows it large (feature E5).
struct ImageThumbnail: View {
    @Environment(\.theme) private var theme
    @Environment(\.transcriptActions) private var actions
    @Environment(\.imageLoader) private var loader
    @Environment(\.locale) private var locale
    @State private var picture: LoadedImage?

    let image: ImageBlock
    let caption: String?

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            switch picture {
            case .ready(let uiImage, let info):
                Button {
                    actions.openImage(image)
                } label: {
                    Image(uiImage: uiImage)
                        .resizable()
                        .aspectRatio(info.ratio, contentMode: .fit)
                        .frame(maxWidth: info.thumbnailWidth, alignment: .leading)
                        .clipShape(RoundedRectangle(cornerRadius: Metrics.corner))
                        .overlay {
                            RoundedRectangle(cornerRadius: Metrics.corner)
                                .strokeBorder(theme[\.line], lineWidth: Metrics.hairline)
                        }
                }
                .buttonStyle(PressStyle())
                .accessibilityLabel(caption.map { Text(shown: $0) } ?? Text("Image"))
                .accessibilityValue(Text(shown: info.dimensions(locale)))
                .accessibilityHint(Text("Shows the image large"))
            case .failed(let sentence): placeholder(Text(shown: Words.sentence(sentence, locale)), symbol: "photo")
            case nil: placeholder(Text("Loading image…"), symbol: "photo")
            }
            if let caption {
                Text(shown: caption).font(.caption).foregroundStyle(theme[\.muted])
            }
        }
        .task(id: image) {
            picture = await loader.thumbnail(of: image)
        }
    }

    private func placeholder(_ text: Text, symbol: String) -> some View {
        HStack(spacing: Metrics.smallGap) {
            Image(systemName: symbol).accessibilityHidden(true)
            text.font(.footnote)
        }
        .foregroundStyle(theme[\.muted])
        .padding(Metrics.gap)
        .glass()
        .accessibilityElement(children: .combine)
    }
}

/// Pictures of a card, side by side.
struct CardImagesView: View {
    let images: [CardImage]

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.smallGap) {
            ForEach(Array(images.enumerated()), id: \.offset) { _, image in
                ImageThumbnail(image: image.image, caption: image.caption)
            }
        }
    }
}
