import Foundation
import SwiftUI
import Testing
import ViewTesting

@MainActor @Suite("A whole small app") struct GalleryTests {
    @Test("tabs build what is looked at, and keep it")
    func tabs() throws {
        let driver = ViewDriver(GalleryApp())
        #expect(driver.shows("enclave-app"))
        #expect(!driver.shows("Live updates"))
        try driver.tap("Activity", role: "tab")
        #expect(driver.shows("Live updates"))
        #expect(!driver.shows("enclave-app"))
        try driver.tap("Press 0")
        try driver.tap("Sessions", role: "tab")
        try driver.tap("Activity", role: "tab")
        #expect(driver.shows("Press 1"))
        #expect(driver.find("Activity", role: "tab")?.isSelected == true)
    }

    @Test("a sheet opens, takes the focus, types, joins, closes")
    func sheet() throws {
        let driver = ViewDriver(GallerySessions())
        try driver.tap("Pair")
        #expect(driver.presentationCount == 1)
        #expect(driver.find("Paste a link")?.isFocused == true)
        #expect(driver.find("Join")?.isEnabled == false)
        try driver.type("https://my.omp.sh/#abc", into: "Paste a link", letterwise: true)
        #expect(driver.find("Join")?.isEnabled == true)
        try driver.tap("Join")
        #expect(driver.presentationCount == 0)
        #expect(driver.shows("https://my.omp.sh/#abc"))
        try driver.tap("Pair")
        #expect(try driver.value(of: "Paste a link") == "")
        try driver.dismiss()
        #expect(driver.presentationCount == 0)
    }

    @Test("a swipe asks before it removes")
    func confirmation() throws {
        let driver = ViewDriver(GallerySessions())
        try driver.swipe("silvertune-web", action: "Remove")
        #expect(driver.shows("Remove room?"))
        #expect(driver.shows("Its secrets are deleted too."))
        try driver.tap("Cancel")
        #expect(driver.shows("silvertune-web"))
        #expect(!driver.shows("Remove room?"))
        try driver.longPress("silvertune-web")
        try driver.tap("Remove", role: "menuitem")
        try driver.tap("Remove silvertune-web")
        #expect(!driver.shows("silvertune-web"))
        #expect(driver.presentationCount == 0)
    }

    @Test("a screen is pushed, types, sends, and pops")
    func navigation() throws {
        let driver = ViewDriver(GallerySessions())
        try driver.tap("enclave-app", role: "link")
        #expect(driver.find("Send")?.isEnabled == false)
        #expect(!driver.shows("Needs you"))
        try driver.type("go on", into: "Steer the turn…")
        try driver.tap("Send")
        #expect(driver.shows("go on"))
        #expect(try driver.value(of: "Steer the turn…") == "")
        try driver.tap("More")
        #expect(driver.find("Stop", role: "menuitem") != nil)
        try driver.tap("Copy", role: "menuitem")
        #expect(driver.presentationCount == 0)
        try driver.tap("Back")
        #expect(driver.shows("Needs you"))
    }

    @Test("search narrows the rows")
    func search() throws {
        let driver = ViewDriver(GallerySessions())
        try driver.type("silvert", into: "Search rooms")
        #expect(driver.shows("silvertune-web"))
        #expect(!driver.shows("epsilver-site"))
        try driver.tap("Clear text")
        #expect(driver.shows("epsilver-site"))
    }

    @Test("controls change their values")
    func controls() throws {
        let driver = ViewDriver(GalleryControls())
        #expect(driver.find("Mine", role: "radio")?.isSelected == true)
        try driver.select("Archived", in: "Kind")
        #expect(driver.find("Archived", role: "radio")?.isSelected == true)
        try driver.select("Name", in: "Order")
        #expect(driver.find("Order", role: "combobox")?.value.contains("Name") == true)
        try driver.tap("Increment")
        #expect(driver.shows("Count 3"))
        try driver.tap("Details")
        #expect(!driver.shows("~/src/enclave"))
    }

    @Test("a change of scheme or type size reaches the text")
    func environment() throws {
        let driver = ViewDriver(GalleryText())
        #expect(driver.page().contains("data-scheme=\"light\""))
        driver.setEnvironment {
            $0.colorScheme = .dark
            $0.dynamicTypeSize = .accessibility5
        }
        #expect(driver.page().contains("data-scheme=\"dark\""))
        #expect(driver.page().contains("font-size:60px"))
    }

    private func deviceScheme(_ driver: ViewDriver) -> String? {
        driver.page().firstMatch(of: /class="device[^"]*"[^>]*data-scheme="(\w+)"/).map { String($0.1) }
    }

    @Test("a preferred scheme reaches the device, and what lies over the screen")
    func preferredScheme() throws {
        struct Chosen: View {
            @State private var isDark = false
            var body: some View {
                Button("Turn") { isDark.toggle() }.preferredColorScheme(isDark ? .dark : nil)
            }
        }
        let driver = ViewDriver(Chosen())
        #expect(deviceScheme(driver) == "light")
        try driver.tap("Turn")
        #expect(deviceScheme(driver) == "dark")
        try driver.tap("Turn")
        #expect(deviceScheme(driver) == "light")
    }

    @Test("pages for pictures are written when a folder is named")
    func pictures() throws {
        guard let folder = ProcessInfo.processInfo.environment["COMPAT_PICTURES"] else { return }
        func write(_ name: String, _ driver: ViewDriver) throws {
            let (width, height) = driver.screenSize
            let url = URL(filePath: folder).appending(path: "\(name)-\(width)x\(height).html")
            try driver.page(title: name).write(to: url, atomically: true, encoding: .utf8)
        }
        for scheme in ColorScheme.allCases {
            let app = ViewDriver(GalleryApp(), scheme: scheme)
            try write("sessions-\(scheme)", app)
            try app.tap("Activity", role: "tab")
            try write("controls-\(scheme)", app)
            try app.tap("Trust", role: "tab")
            try write("text-\(scheme)", app)
        }
        let sheet = ViewDriver(GallerySessions())
        try sheet.tap("Pair")
        try write("sheet", sheet)
        try sheet.dismiss()
        try sheet.swipe("silvertune-web", action: "Remove")
        try write("dialog", sheet)
        try sheet.tap("Cancel")
        try sheet.tap("enclave-app", role: "link")
        try sheet.type("Two\nlines", into: "Steer the turn…")
        try write("detail", sheet)
        try sheet.tap("More")
        try write("menu", sheet)
        try write("ipad", ViewDriver(GalleryApp(), screen: .iPad))
        try write("ax5", ViewDriver(GallerySessions(), typeSize: .accessibility5))
    }
}
