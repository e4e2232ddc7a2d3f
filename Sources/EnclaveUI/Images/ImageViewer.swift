import CollabWire
import SwiftUI
import Transcript

/// One picture, large: zoom, pan, swipe down to leave, share (feature E5).
struct ImageViewer: View {
    @Environment(\.theme) private var theme
    @Environment(\.dismiss) private var dismiss
    @Environment(\.imageLoader) private var loader
    @Environment(\.locale) private var locale
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    @State private var picture: LoadedImage?
    /// Counts how often the picture was asked for.
    @State private var attempt = 0
    @State private var scale: CGFloat = 1
    @State private var baseScale: CGFloat = 1
    @State private var offset = CGSize.zero
    @State private var baseOffset = CGSize.zero

    let image: ImageBlock

    private static let scales: ClosedRange<CGFloat> = 1...8

    var body: some View {
        ZStack {
            Color.black.ignoresSafeArea()
            content
        }
        .overlay(alignment: .top) { bar }
        .task(id: attempt) { picture = await loader.full(image) }
        .accessibilityAction(.escape) { dismiss() }
    }

    @ViewBuilder private var content: some View {
        switch picture {
        case .ready(let uiImage, let info):
            Image(uiImage: uiImage)
                .resizable()
                .aspectRatio(contentMode: .fit)
                .scaleEffect(scale)
                .offset(offset)
                .gesture(drag)
                .simultaneousGesture(zoom)
                .onTapGesture(count: 2) { toggleZoom() }
                .accessibilityLabel(Text("Large image"))
                .accessibilityValue(Text(shown: info.dimensions(locale)))
                .accessibilityAction(named: Text("Zoom in")) { zoom(by: 1.5) }
                .accessibilityAction(named: Text("Zoom out")) { zoom(by: 1 / 1.5) }
        case .failed:
            message {
                Image(systemName: "photo").font(.largeTitle).accessibilityHidden(true)
                // Its thumbnail could be shown: the bytes are a picture.
                Text("This image could not be shown large. Close other apps, then try again.")
                Button {
                    picture = nil
                    attempt += 1
                } label: {
                    Text("Try again")
                }
                .buttonStyle(BlockStyle())
            }
        case nil:
            message {
                ProgressView().tint(.white)
                Text("Loading the large image…")
            }
        }
    }

    /// What stands in the picture's place; the ground is black in both themes.
    private func message(@ViewBuilder _ content: () -> some View) -> some View {
        VStack(spacing: Metrics.gap, content: content)
            .font(.callout)
            .foregroundStyle(.white)
            .multilineTextAlignment(.center)
            .padding(Metrics.margin * 2)
            .environment(\.theme, .dark)
    }

    private var bar: some View {
        HStack {
            Button {
                dismiss()
            } label: {
                icon("xmark")
            }
            .accessibilityLabel(Text("Close"))
            .keyboardShortcut(.cancelAction)
            Spacer()
            if case .ready(let uiImage, _) = picture {
                ShareImageButton(picture: uiImage) { icon("square.and.arrow.up") }
                    .accessibilityLabel(Text("Share"))
            }
        }
        .padding(.horizontal, Metrics.smallGap)
    }

    private func icon(_ name: String) -> some View {
        Image(systemName: name)
            .font(.headline)
            .foregroundStyle(.white)
            .frame(width: Metrics.target, height: Metrics.target)
            .contentShape(Rectangle())
    }

    private var zoom: some Gesture {
        MagnifyGesture()
            .onChanged { value in setScale(baseScale * value.magnification) }
            .onEnded { _ in
                baseScale = scale
                if scale == 1 { settle() }
            }
    }

    private var drag: some Gesture {
        DragGesture()
            .onChanged { value in
                offset = CGSize(
                    width: scale > 1 ? baseOffset.width + value.translation.width : 0,
                    height: baseOffset.height + value.translation.height)
            }
            .onEnded { value in
                if scale == 1 && value.translation.height > 120 {
                    dismiss()
                } else if scale == 1 {
                    settle()
                } else {
                    baseOffset = offset
                }
            }
    }

    private func setScale(_ wanted: CGFloat) {
        scale = min(max(wanted, Self.scales.lowerBound), Self.scales.upperBound)
    }

    private func zoom(by factor: CGFloat) {
        setScale(scale * factor)
        baseScale = scale
        if scale == 1 { settle() }
    }

    private func toggleZoom() {
        withAnimation(reduceMotion ? nil : .easeOut(duration: 0.2)) {
            setScale(scale > 1 ? 1 : 3)
            baseScale = scale
            if scale == 1 { settle() }
        }
    }

    private func settle() {
        offset = .zero
        baseOffset = .zero
    }
}
