import Foundation
import WebSockets

/// One headless Firefox, driven through WebDriver BiDi.
///
/// Firefox speaks it over a WebSocket only. A shell around the browser waits for the end of its standard input, which
/// comes with the end of this process, and takes the browser along: a headless one ends for nothing less than a kill.
actor Firefox: Browser {
    private let process = Process()
    private let input: FileHandle
    private let connection: WebSocketConnection
    private var replies = Replies()
    /// The window that has the keyboard.
    private var active: String?

    init(executable: URL) async throws {
        let down = Pipe()
        let up = Pipe()
        input = down.fileHandleForWriting
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c",
            """
            profile=$(mktemp -d) && trap 'kill -KILL $!; wait; rm -rf "$profile"' EXIT
            "$0" --headless --no-remote --remote-debugging-port 0 --profile "$profile" about:blank \
            2>&1 >/dev/null </dev/null &
            cat >/dev/null
            """,
            executable.path,
        ]
        process.standardInput = down
        process.standardOutput = up
        process.standardError = FileHandle.nullDevice
        try process.run()
        let port = try await Self.port(saidTo: up.fileHandleForReading)
        connection = try await WebSocketClient().connect(
            host: "127.0.0.1", port: port, isSecure: false, path: "/session")
        Task { [connection] in
            do {
                while true { for message in try await connection.receive() { received(message) } }
            } catch {
                ended(error)
            }
        }
        let capabilities: [String: any Sendable] = [:]
        _ = try await send("session.new", ["capabilities": capabilities])
    }

    /// The port that Firefox listens on, which it writes among its complaints. What it says later is read and dropped.
    private static func port(saidTo output: FileHandle) async throws -> Int {
        let (lines, said) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            var unread: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 12)
            while true {
                let count = read(output.fileDescriptor, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                unread += chunk[..<count]
                while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    said.yield(String(decoding: unread[..<end], as: UTF8.self))
                    unread.removeSubrange(...end)
                }
            }
            said.finish()
        }
        for await line in lines where line.contains("WebDriver BiDi listening on ws://") {
            if let port = line.split(separator: ":").last.flatMap({ Int($0.trimmingCharacters(in: .whitespaces)) }) {
                return port
            }
        }
        throw BrowserFailure(description: "Firefox ended before it listened.")
    }

    private func received(_ message: WebSocketMessage) {
        if case .text(let text) = message { replies.received(Data(text.utf8)) }
    }

    private func ended(_ error: any Error) { replies.ended(error) }

    func tab(width: Int, height: Int, isPhone: Bool, script: String) async throws -> any BrowserTab {
        let made = try await send("browsingContext.create", ["type": "window"])
        let tab = FirefoxTab(browser: self, context: made["context"] as? String ?? "")
        let viewport: [String: any Sendable] = ["width": width, "height": height]
        try await tab.command(
            "browsingContext.setViewport", ["viewport": viewport, "devicePixelRatio": isPhone ? 3.0 : 1.0])
        _ = try await send(
            "script.addPreloadScript",
            ["functionDeclaration": "() => { \(script) }", "contexts": [tab.context]])
        return tab
    }

    /// Sends a command to a window, which gets the keyboard when it is a person's.
    func send(
        _ method: String, _ parameters: [String: any Sendable], activating context: String
    ) async throws -> sending [String: Any] {
        if active != context {
            active = context
            _ = try await send("browsingContext.activate", ["context": context])
        }
        return try await send(method, parameters)
    }

    /// Sends a command, and waits for its result.
    func send(_ method: String, _ parameters: [String: any Sendable]) async throws -> sending [String: Any] {
        let id = try replies.number()
        let message: [String: Any] = ["id": id, "method": method, "params": parameters]
        let text = String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self)
        let reply = try await withCheckedThrowingContinuation { continuation in
            replies.wait(for: id, continuation)
            Task { do { try await connection.send(.text(text)) } catch { replies.failed(id, error) } }
        }
        let object = try JSONSerialization.jsonObject(with: reply) as? [String: Any] ?? [:]
        if object["type"] as? String == "error" {
            throw BrowserFailure(description: "\(method): \(object["message"] ?? object)")
        }
        return object["result"] as? [String: Any] ?? [:]
    }
}

/// A window of Firefox.
struct FirefoxTab: BrowserTab {
    fileprivate let browser: Firefox
    fileprivate let context: String

    @discardableResult
    fileprivate func command(_ method: String, _ parameters: [String: any Sendable] = [:]) async throws
        -> sending [String: Any]
    {
        try await browser.send(method, parameters.merging(["context": context]) { own, _ in own })
    }

    func navigate(to url: URL) async throws {
        try await command("browsingContext.navigate", ["url": url.absoluteString, "wait": "interactive"])
    }

    func resize(width: Int, height: Int) async throws {
        let viewport: [String: any Sendable] = ["width": width, "height": height]
        try await command("browsingContext.setViewport", ["viewport": viewport])
    }

    func reload() async throws { try await command("browsingContext.reload", ["wait": "interactive"]) }

    func close() async throws { try await command("browsingContext.close") }

    func evaluate(_ promise: String) async throws -> String {
        let target: [String: any Sendable] = ["context": context]
        let answer = try await browser.send(
            "script.evaluate", ["expression": promise, "target": target, "awaitPromise": true])
        guard let result = answer["result"] as? [String: Any] else {
            let problem = answer["exceptionDetails"] as? [String: Any]
            throw BrowserFailure(description: "\(promise): \(problem?["text"] ?? answer)")
        }
        return result["value"] as? String ?? "null"
    }

    func click(x: Double, y: Double) async throws { try await point("mouse", x, y) }

    func tap(x: Double, y: Double) async throws { try await point("touch", x, y) }

    private func point(_ kind: String, _ x: Double, _ y: Double) async throws {
        let type: [String: any Sendable] = ["pointerType": kind]
        let steps: [[String: any Sendable]] = [
            ["type": "pointerMove", "x": x.rounded(), "y": y.rounded()], ["type": "pointerDown", "button": 0],
            ["type": "pointerUp", "button": 0],
        ]
        try await perform(["type": "pointer", "id": kind, "parameters": type, "actions": steps])
    }

    func press(_ key: Key, shift: Bool, meta: Bool, isComposing: Bool) async throws {
        guard !isComposing else { throw BrowserFailure(description: "Firefox has no input method here.") }
        guard let code = key.webDriver else { throw BrowserFailure(description: "WebDriver has no \(key) key.") }
        var held: [String] = []
        if shift { held.append("\u{E008}") }
        if meta { held.append("\u{E03D}") }
        try await type(
            held.map { ("keyDown", $0) } + [("keyDown", code), ("keyUp", code)] + held.map { ("keyUp", $0) })
    }

    func insert(_ text: String) async throws {
        try await type(text.flatMap { [("keyDown", String($0)), ("keyUp", String($0))] })
    }

    func compose(_ text: String) async throws {
        throw BrowserFailure(description: "Firefox has no input method here.")
    }

    private func type(_ keys: [(String, String)]) async throws {
        let steps: [[String: any Sendable]] = keys.map { ["type": $0.0, "value": $0.1] }
        try await perform(["type": "key", "id": "keyboard", "actions": steps])
    }

    private func perform(_ action: [String: any Sendable]) async throws {
        _ = try await browser.send(
            "input.performActions", ["context": context, "actions": [action]], activating: context)
    }

    func prefer(_ features: [String: String]) async throws {
        throw BrowserFailure(description: "WebDriver cannot say what a browser prefers.")
    }

    func picture() async throws -> Data? {
        let shot = try await command("browsingContext.captureScreenshot")
        return (shot["data"] as? String).flatMap { Data(base64Encoded: $0) }
    }
}

extension Key {
    /// The character that stands for it in WebDriver; nil when none does.
    fileprivate var webDriver: String? {
        switch self {
        case .enter: "\u{E007}"
        case .escape: "\u{E00C}"
        case .tab: "\u{E004}"
        case .arrowDown: "\u{E015}"
        case .arrowUp: "\u{E013}"
        case .pageUp: "\u{E00E}"
        case .pageDown: "\u{E00F}"
        case .space, .period: rawValue
        case .contextMenu: nil
        }
    }
}
