import CollabWire
import Foundation
import PhotosUI
import SwiftUI
import Transcript

/// A picture that will go with the next prompt.
struct Attachment: Identifiable {
    /// Where its bytes come from.
    enum Source {
        case file(URL)
        case photo(PhotosPickerItem)
    }

    let id = UUID()
    let source: Source
    /// Why it can't be sent, in English.
    var problem: String?

    /// The longest side of what is sent, in pixels.
    static let longestSide = 2_048
    /// All pictures of a prompt together, in bytes of base64: well under the relay's limit.
    static let maximumBytes = 12 << 20

    init(url: URL) { source = .file(url) }
    init(item: PhotosPickerItem) { source = .photo(item) }

    /// What it is called.
    func name(_ locale: Locale) -> String {
        switch source {
        case .file(let url): url.lastPathComponent.readable
        case .photo: Words.lookUp("photo", locale)
        }
    }

    /// Reads and shrinks all of them, without location data. When one fails, the list comes back with the reason and
    /// nothing is sent.
    static func prepare(_ list: [Attachment], report: ([Attachment]) -> Void) async -> [PromptImage]? {
        var checked = list
        var images: [PromptImage] = []
        var total = 0
        for index in checked.indices {
            do {
                let image = try ImageEncoder.promptImage(
                    from: try await checked[index].read(), longestSide: longestSide)
                total += image.data.utf8.count
                guard total <= maximumBytes else { throw AttachmentError.tooLarge }
                images.append(image)
            } catch {
                checked[index].problem = error.localizedDescription
            }
        }
        guard checked.allSatisfy({ $0.problem == nil }) else {
            report(checked)
            return nil
        }
        return images
    }

    private func read() async throws -> Data {
        switch source {
        case .file(let url):
            return try PickedFile.read(url)
        case .photo(let item):
            guard let data = try await item.loadTransferable(type: Data.self) else { throw AttachmentError.empty }
            return data
        }
    }
}

/// Why a picture can't be sent.
enum AttachmentError: LocalizedError {
    case empty, tooLarge, unreadable

    var errorDescription: String? {
        switch self {
        case .empty: "The picture could not be read. Choose it again."
        case .tooLarge: "The pictures are too large together. Send fewer at once."
        case .unreadable: "This is no picture that can be sent. Use JPEG, PNG or HEIC."
        }
    }
}
