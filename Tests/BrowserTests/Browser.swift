import Foundation

/// A browser that these tests drive.
protocol Browser: Actor {
    /// Opens an empty tab.
    /// - Parameters:
    ///   - width: of what shows the page, in CSS pixels.
    ///   - isPhone: a phone's browser: a finger instead of a mouse.
    ///   - script: runs in each page that is loaded, before the page's own.
    func tab(width: Int, height: Int, isPhone: Bool, script: String) async throws -> any BrowserTab
}

/// A tab of a browser: a page, a mouse and a keyboard.
protocol BrowserTab: Sendable {
    func navigate(to url: URL) async throws
    func reload() async throws
    /// Gives what shows the page another size, in CSS pixels.
    func resize(width: Int, height: Int) async throws
    func close() async throws
    /// The text that a promise comes to.
    /// - Throws: ``BrowserFailure`` with the page's exception.
    func evaluate(_ promise: String) async throws -> String
    /// Presses and releases the mouse, in CSS pixels of the window.
    func click(x: Double, y: Double) async throws
    /// Touches with a finger.
    func tap(x: Double, y: Double) async throws
    /// Presses and releases a key.
    /// - Parameter isComposing: an input method takes the key; the page sees only that one was pressed.
    func press(_ key: Key, shift: Bool, meta: Bool, isComposing: Bool) async throws
    /// Writes a text where the focus is.
    func insert(_ text: String) async throws
    /// Shows a word that an input method has not finished.
    func compose(_ text: String) async throws
    /// Makes the browser wish for something of pages: "prefers-color-scheme" and its like.
    func prefer(_ features: [String: String]) async throws
    /// What the page looks like, as PNG.
    func picture() async throws -> Data?
}

/// A key, by the name that pages know it by.
enum Key: String {
    case enter = "Enter"
    case escape = "Escape"
    case tab = "Tab"
    case space = " "
    case arrowDown = "ArrowDown"
    case arrowUp = "ArrowUp"
    case pageUp = "PageUp"
    case pageDown = "PageDown"
    case contextMenu = "ContextMenu"
    case period = "."
}

/// What went wrong in the browser or in the page.
struct BrowserFailure: Error, CustomStringConvertible {
    let description: String
}

/// Which browser these tests drive.
enum Engine: String {
    case chromium
    case firefox

    /// The one that somebody asked for; nil when nobody did, or it is not on PATH.
    static let wanted: Engine? = {
        guard let name = ProcessInfo.processInfo.environment["ENCLAVE_BROWSER_TESTS"] else { return nil }
        let engine = Engine(rawValue: name) ?? .chromium
        return engine.executable == nil ? nil : engine
    }()

    /// Where it is, by the names that distributions give it.
    private var executable: URL? {
        let names =
            switch self {
            case .chromium: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
            case .firefox: ["firefox-esr", "firefox"]
            }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        for name in names {
            for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
                return URL(filePath: "\(folder)/\(name)")
            }
        }
        return nil
    }

    /// The one browser of this process, started by whoever asks first.
    @MainActor static func browser() async throws -> any Browser {
        if let running { return try await running.value }
        let task = Task { try await start() }
        running = task
        return try await task.value
    }
    @MainActor private static var running: Task<any Browser, any Error>?

    private static func start() async throws -> any Browser {
        guard let wanted, let executable = wanted.executable else {
            throw BrowserFailure(description: "There is no browser on PATH.")
        }
        switch wanted {
        case .chromium: return try Chromium(executable: executable)
        case .firefox: return try await Firefox(executable: executable)
        }
    }
}
