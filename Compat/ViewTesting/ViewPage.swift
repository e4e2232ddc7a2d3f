import Foundation
import SwiftUI

/// A screen as one HTML file: what a picture is taken of.
///
/// The file needs nothing else: style sheet, symbols and texts are in it, and its script only puts values into fields,
/// scrolls what begins at its end and places menus. Open it in a browser whose window has exactly `screen.size`:
///
///     let html = await ViewPage.html(of: SessionsView(), screen: .iPhone, scheme: .dark, typeSize: .accessibility5)
@MainActor public enum ViewPage {
    /// Hosts a view, lets its tasks run until nothing moves any more, and writes the page.
    ///
    /// - Parameters:
    ///   - view: the screen; give it its model through `.environment` as the app does.
    ///   - screen: the device.
    ///   - scheme: dark or light; a view's own `preferredColorScheme` wins.
    ///   - typeSize: the size of text a person chose in the settings of the system.
    ///   - locale: language and region.
    ///   - fontFaces: `@font-face` rules for fonts that the app brings, with `data:` sources.
    ///   - title: the document's title.
    ///   - configure: changes the rest of the environment.
    ///   - prepare: drives the view before the page is written: tap, type, scroll.
    /// - Returns: the whole document.
    public static func html<Content: View>(
        of view: Content, screen: ViewDriver.Screen = .iPhone, scheme: ColorScheme = .dark,
        typeSize: DynamicTypeSize = .large, locale: Locale = Locale(identifier: "en_US"), fontFaces: String = "",
        title: String = "", configure: (inout EnvironmentValues) -> Void = { _ in },
        prepare: (ViewDriver) async throws -> Void = { _ in }
    ) async rethrows -> String {
        let driver = ViewDriver(
            view, screen: screen, scheme: scheme, typeSize: typeSize, locale: locale, configure: configure)
        await driver.settle()
        try await prepare(driver)
        await driver.settle()
        return driver.page(fontFaces: fontFaces, title: title)
    }
}

extension ViewDriver.Screen {
    /// Width and height in points; one point is one CSS pixel of the page.
    public var size: (width: Int, height: Int) { (Int(device.width), Int(device.height)) }
}
