@_spi(Preview) import SwiftUI
import UIKit

/// A picture that a person chose.
public struct PhotosPickerItem: Equatable, Hashable, Sendable {
    let url: URL
    /// The types in which it can be had.
    public var supportedContentTypes: [UTType] { [url.pathExtension == "png" ? .png : .jpeg] }
    /// The picture's identifier in the library.
    public let itemIdentifier: String?

    init(url: URL) {
        self.url = url
        itemIdentifier = url.lastPathComponent
    }

    /// Loads the picture's bytes.
    public func loadTransferable<T: Transferable>(type: T.Type) async throws -> T? {
        try Data(contentsOf: url) as? T
    }
}

/// Which pictures are offered.
public struct PHPickerFilter: Sendable, Equatable {
    let name: String
    /// Pictures.
    public static let images = PHPickerFilter(name: "images")
    /// Films.
    public static let videos = PHPickerFilter(name: "videos")
    /// Pictures of screens.
    public static let screenshots = PHPickerFilter(name: "screenshots")
    /// Any of several.
    public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter { PHPickerFilter(name: "any") }
}

/// A button that lets a person choose pictures.
public nonisolated struct PhotosPicker<Label: View>: View {
    @Binding var selection: [PhotosPickerItem]
    let maximum: Int?
    let label: Label
    @State private var isChoosing = false

    /// A button for several pictures.
    public nonisolated init(
        selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil, matching filter: PHPickerFilter? = nil,
        @ViewBuilder label: () -> Label
    ) {
        _selection = selection
        maximum = maxSelectionCount
        self.label = label()
    }

    /// A button for one picture.
    public nonisolated init(
        selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil, @ViewBuilder label: () -> Label
    ) {
        _selection = Binding(
            get: { selection.wrappedValue.map { [$0] } ?? [] }, set: { selection.wrappedValue = $0.first })
        maximum = 1
        self.label = label()
    }

    /// The button.
    @MainActor public var body: some View {
        Button(action: { isChoosing = true }, label: { label })
            .modifier(PhotosPickerModifier(isPresented: $isChoosing, selection: $selection, maximum: maximum))
    }
}

extension View {
    /// Lets a person choose several pictures.
    public nonisolated func photosPicker(
        isPresented: Binding<Bool>, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        matching filter: PHPickerFilter? = nil
    ) -> some View {
        modifier(PhotosPickerModifier(isPresented: isPresented, selection: selection, maximum: maxSelectionCount))
    }
}

nonisolated struct PhotosPickerModifier: ViewModifier {
    let isPresented: Binding<Bool>
    let selection: Binding<[PhotosPickerItem]>
    let maximum: Int?

    @MainActor func body(content: Content) -> some View {
        content.fileImporter(
            isPresented: isPresented, allowedContentTypes: [.image], allowsMultipleSelection: maximum != 1
        ) { result in
            // A choice that was called off changes nothing.
            if case .success(let urls) = result {
                selection.wrappedValue = Array(urls.prefix(maximum ?? urls.count)).map(PhotosPickerItem.init)
            }
        }
    }
}
