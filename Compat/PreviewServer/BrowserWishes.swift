import SwiftUI

/// What a tab's browser asks of pages, and what its window has room for: media features of CSS, and the text size that
/// stands in for the browser's own magnification.
///
/// A page says them when it connects and whenever one of them changes. They hold where nobody has chosen in the bar.
struct BrowserWishes: Equatable {
    /// `prefers-color-scheme`.
    var scheme: ColorScheme?
    /// Larger than usual in a window that is narrower than any phone: there the screen is drawn smaller.
    var size: DynamicTypeSize?
    /// `prefers-reduced-motion`.
    var reducesMotion: Bool?
    /// `prefers-reduced-transparency`.
    var reducesTransparency: Bool?
    /// `prefers-contrast`.
    var wantsContrast: Bool?

    /// Wishes for nothing.
    init() {}

    /// Reads "scheme=dark&size=7&motion=reduce&transparency=reduce&contrast=more"; what it does not know is left out.
    init(_ text: String) {
        for field in text.split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            switch (parts[0], parts[1]) {
            case ("scheme", let value): scheme = value == "dark" ? .dark : .light
            case ("size", let value): size = Int(value).flatMap(DynamicTypeSize.init(rawValue:))
            case ("motion", let value): reducesMotion = value == "reduce"
            case ("transparency", let value): reducesTransparency = value == "reduce"
            case ("contrast", let value): wantsContrast = value == "more"
            default: break
            }
        }
    }
}
