@_exported import SwiftUI
@_spi(Preview) import SwiftUI

/// A picture in memory.
public final class UIImage: @unchecked Sendable {  // Never changes after it is made.
    let data: Data
    /// The size, in points.
    public let size: CGSize
    /// Pixels per point.
    public let scale: CGFloat

    /// A picture of bytes; `nil` when they are no picture that can be measured.
    public init?(data: Data) {
        guard let size = PictureSize.read(data) else { return nil }
        self.data = data
        self.size = size
        scale = 1
    }

    /// The bytes as PNG, when they are.
    public func pngData() -> Data? { data.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? data : nil }
    /// The bytes as JPEG, when they are: the stand-in does not encode.
    public func jpegData(compressionQuality: CGFloat) -> Data? { data.starts(with: [0xFF, 0xD8]) ? data : nil }
}

extension Image {
    /// A picture in memory.
    public init(uiImage: UIImage) { self.init(data: uiImage.data, size: uiImage.size) }
}

/// Reads the size of a picture out of its first bytes.
enum PictureSize {
    static func read(_ data: Data) -> CGSize? {
        let bytes = [UInt8](data.prefix(65_536))
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 {
            return size(number(bytes, 16, 4), number(bytes, 20, 4))
        }
        if bytes.starts(with: [0x47, 0x49, 0x46]), bytes.count >= 10 {
            return size(Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8)
        }
        if bytes.starts(with: [0xFF, 0xD8]) { return jpeg(bytes) }
        if bytes.starts(with: Array("RIFF".utf8)), bytes.count >= 30 {
            return webp(bytes)
        }
        return nil
    }

    private static func size(_ width: Int, _ height: Int) -> CGSize? {
        width > 0 && height > 0 ? CGSize(width: width, height: height) : nil
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func jpeg(_ bytes: [UInt8]) -> CGSize? {
        var index = 2
        while index + 9 < bytes.count {
            guard bytes[index] == 0xFF else { return nil }
            let marker = bytes[index + 1]
            // Frame headers carry the size; 0xC4, 0xC8 and 0xCC share their range but are none.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return size(number(bytes, index + 7, 2), number(bytes, index + 5, 2))
            }
            index += 2 + number(bytes, index + 2, 2)
        }
        return nil
    }

    private static func webp(_ bytes: [UInt8]) -> CGSize? {
        let kind = String(decoding: bytes[12..<16], as: UTF8.self)
        switch kind {
        case "VP8X":
            let width = 1 + (Int(bytes[24]) | Int(bytes[25]) << 8 | Int(bytes[26]) << 16)
            let height = 1 + (Int(bytes[27]) | Int(bytes[28]) << 8 | Int(bytes[29]) << 16)
            return size(width, height)
        case "VP8 ":
            return size(
                (Int(bytes[26]) | Int(bytes[27]) << 8) & 0x3FFF, (Int(bytes[28]) | Int(bytes[29]) << 8) & 0x3FFF)
        default: return nil
        }
    }
}

/// A knock.
@MainActor public class UIFeedbackGenerator {
    /// Gets ready.
    public func prepare() {}
    init() {}
}

/// A knock of things that meet.
@MainActor public final class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// How heavy.
    public enum FeedbackStyle: Int, Sendable {
        /// Light.
        case light
        /// Between.
        case medium
        /// Heavy.
        case heavy
        /// Soft.
        case soft
        /// Hard.
        case rigid
    }
    /// Creates a generator.
    public init(style: UIImpactFeedbackGenerator.FeedbackStyle) { super.init() }
    /// Knocks.
    public func impactOccurred() { ViewHost.current?.feel("impact") }
    /// Knocks more or less strongly.
    public func impactOccurred(intensity: CGFloat) { ViewHost.current?.feel("impact") }
}

/// A knock that tells how something ended.
@MainActor public final class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// How it ended.
    public enum FeedbackType: Int, Sendable {
        /// Well.
        case success
        /// With a warning.
        case warning
        /// Badly.
        case error
    }
    /// Creates a generator.
    public override init() { super.init() }
    /// Knocks.
    public func notificationOccurred(_ notificationType: UINotificationFeedbackGenerator.FeedbackType) {
        ViewHost.current?.feel("\(notificationType)")
    }
}

/// A knock for a choice that changes.
@MainActor public final class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Creates a generator.
    public override init() { super.init() }
    /// Knocks.
    public func selectionChanged() { ViewHost.current?.feel("selection") }
}

/// Where copies go.
@MainActor public final class UIPasteboard {
    /// The system's.
    public static let general = UIPasteboard()
    /// Wishes for a copy.
    public struct OptionsKey: Hashable, Sendable, RawRepresentable {
        /// The name.
        public let rawValue: String
        /// A wish by name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// When the copy ends: a `Date`.
        public static let expirationDate = OptionsKey(rawValue: "expirationDate")
        /// Whether the copy stays on this device: a `Bool`.
        public static let localOnly = OptionsKey(rawValue: "localOnly")
    }
    /// What code outside of every hierarchy copies.
    private let own = HostPasteboard()
    private var items: HostPasteboard { ViewHost.current?.pasteboard ?? own }
    private init() {}

    /// The first text.
    public var string: String? {
        get { items.text(now: ViewHost.current?.now() ?? Date()) }
        set {
            items.set(newValue)
            if let newValue { ViewHost.current?.onCopy?(newValue) }
        }
    }
    /// Whether there is a text.
    public var hasStrings: Bool { string != nil }

    /// Copies things with wishes.
    public func setItems(_ items: [[String: Any]], options: [UIPasteboard.OptionsKey: Any] = [:]) {
        self.items.set(items, until: options[.expirationDate] as? Date)
        if let text = HostPasteboard.text(of: items) { ViewHost.current?.onCopy?(text) }
    }
}

/// The running app.
@MainActor public final class UIApplication {
    /// The running app.
    public static let shared = UIApplication()
    /// The address of the app's page in the system's settings.
    public nonisolated static let openSettingsURLString = "app-settings:"
    /// Whether the screen stays on.
    public var isIdleTimerDisabled = false
    private init() {}
    /// Opens an address.
    public func open(_ url: URL) { EnvironmentValues().openURL(url) }
}

/// The device.
@MainActor public final class UIDevice {
    /// This device.
    public static let current = UIDevice()
    /// Its name.
    public let name = "iPhone"
    private init() {}
}

/// A kind of keyboard.
public enum UIKeyboardType: Int, Sendable {
    /// The usual.
    case `default`
    /// Letters without accents.
    case asciiCapable
    /// Figures and marks.
    case numbersAndPunctuation
    /// Addresses of the web.
    case URL
    /// Figures.
    case numberPad
    /// Telephone numbers.
    case phonePad
    /// Names and telephone numbers.
    case namePhonePad
    /// Addresses of mail.
    case emailAddress
    /// Figures with a point.
    case decimalPad
    /// Short messages.
    case twitter
    /// Searches.
    case webSearch
}

/// A kind of content.
public struct UITextContentType: Hashable, Sendable, RawRepresentable {
    /// The name.
    public let rawValue: String
    /// A kind by name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A name.
    public static let name = UITextContentType(rawValue: "name")
    /// A nickname.
    public static let nickname = UITextContentType(rawValue: "nickname")
    /// An address of the web.
    public static let URL = UITextContentType(rawValue: "url")
    /// A password.
    public static let password = UITextContentType(rawValue: "current-password")
    /// A code for one time.
    public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
}

extension View {
    /// The kind of keyboard.
    public nonisolated func keyboardType(_ type: UIKeyboardType) -> some View {
        let modes: [UIKeyboardType: String] = [
            .URL: "url", .numberPad: "numeric", .phonePad: "tel", .emailAddress: "email", .decimalPad: "decimal",
            .webSearch: "search",
        ]
        return _keyboard(modes[type])
    }
    /// The kind of content.
    public nonisolated func textContentType(_ textContentType: UITextContentType?) -> some View {
        _contentType(textContentType?.rawValue)
    }
}
