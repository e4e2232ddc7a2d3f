import Foundation

/// One headless Chromium, driven through its DevTools protocol.
///
/// The protocol goes over a pair of pipes rather than a socket: the browser ends by itself when this process does,
/// however that happens, and no port is open that another program could use.
actor Chromium: Browser {
    private let process = Process()
    private let input: FileHandle
    private var replies = Replies()

    init(executable: URL) throws {
        let down = Pipe()
        let up = Pipe()
        input = down.fileHandleForWriting
        process.executableURL = URL(filePath: "/bin/sh")
        // Chromium reads commands from descriptor 3 and writes answers to 4; a process made here has only 0 to 2.
        process.arguments = [
            "-c",
            """
            profile=$(mktemp -d) && trap 'rm -rf "$profile"' EXIT && "$0" --headless --no-sandbox --disable-gpu \
            --no-first-run --disable-extensions --hide-scrollbars --disable-background-timer-throttling \
            --disable-renderer-backgrounding --disable-backgrounding-occluded-windows --user-data-dir="$profile" \
            --remote-debugging-pipe about:blank 3<&0 4>&1 </dev/null >/dev/null
            """,
            executable.path,
        ]
        process.standardInput = down
        process.standardOutput = up
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = up.fileHandleForReading
        // A thread of its own: reading blocks. It also puts the pieces of messages together, for only it knows their
        // order: tasks that were made one after the other may reach an actor in another order.
        Thread.detachNewThread { [weak self] in
            var unread: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(output.fileDescriptor, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                // Messages end with a zero byte.
                for byte in chunk[..<count] {
                    guard byte == 0 else {
                        unread.append(byte)
                        continue
                    }
                    let message = Data(unread)
                    unread.removeAll(keepingCapacity: true)
                    Task { [weak self] in await self?.received(message) }
                }
            }
            Task { [weak self] in await self?.ended() }
        }
    }

    private func received(_ message: Data) { replies.received(message) }

    private func ended() { replies.ended() }

    func tab(width: Int, height: Int, isPhone: Bool, script: String) async throws -> any BrowserTab {
        let made = try await send(
            "Target.createTarget",
            ["url": "about:blank", "width": width, "height": height, "newWindow": true])
        let target = made["targetId"] as? String ?? ""
        let attached = try await send("Target.attachToTarget", ["targetId": target, "flatten": true])
        let tab = ChromiumTab(browser: self, session: attached["sessionId"] as? String ?? "", target: target)
        try await tab.command("Page.enable")
        // Every tab believes that it has the focus: several are driven at once.
        try await tab.command("Emulation.setFocusEmulationEnabled", ["enabled": true])
        try await tab.command(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": isPhone ? 3 : 1, "mobile": isPhone])
        if isPhone { try await tab.command("Emulation.setTouchEmulationEnabled", ["enabled": true]) }
        try await tab.command("Page.addScriptToEvaluateOnNewDocument", ["source": script])
        return tab
    }

    /// Sends a command, and waits for its result.
    func send(
        _ method: String, _ parameters: [String: any Sendable] = [:], session: String? = nil
    ) async throws -> sending [String: Any] {
        let id = try replies.number()
        var message: [String: Any] = ["id": id, "method": method, "params": parameters]
        message["sessionId"] = session
        let data = try JSONSerialization.data(withJSONObject: message)
        let reply = try await withCheckedThrowingContinuation { continuation in
            replies.wait(for: id, continuation)
            do { try input.write(contentsOf: data + [0]) } catch { replies.failed(id, error) }
        }
        let object = try JSONSerialization.jsonObject(with: reply) as? [String: Any] ?? [:]
        if let error = object["error"] as? [String: Any] {
            throw BrowserFailure(description: "\(method): \(error["message"] ?? error)")
        }
        return object["result"] as? [String: Any] ?? [:]
    }
}

/// A tab of Chromium.
struct ChromiumTab: BrowserTab {
    fileprivate let browser: Chromium
    fileprivate let session: String
    fileprivate let target: String

    @discardableResult
    fileprivate func command(_ method: String, _ parameters: [String: any Sendable] = [:]) async throws
        -> sending [String: Any]
    {
        try await browser.send(method, parameters, session: session)
    }

    func navigate(to url: URL) async throws { try await command("Page.navigate", ["url": url.absoluteString]) }

    func resize(width: Int, height: Int) async throws {
        try await command(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    }

    func reload() async throws { try await command("Page.reload") }

    func close() async throws { _ = try await browser.send("Target.closeTarget", ["targetId": target]) }

    func evaluate(_ promise: String) async throws -> String {
        let result = try await command(
            "Runtime.evaluate", ["expression": promise, "awaitPromise": true, "returnByValue": true])
        if let problem = result["exceptionDetails"] as? [String: Any] {
            let exception = problem["exception"] as? [String: Any]
            throw BrowserFailure(description: "\(promise): \(exception?["description"] ?? problem)")
        }
        return (result["result"] as? [String: Any])?["value"] as? String ?? "null"
    }

    func click(x: Double, y: Double) async throws {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let moves = kind == "mouseMoved"
            try await command(
                "Input.dispatchMouseEvent",
                ["type": kind, "x": x, "y": y, "button": moves ? "none" : "left", "clickCount": moves ? 0 : 1])
        }
    }

    func tap(x: Double, y: Double) async throws {
        let point: [String: any Sendable] = ["x": x, "y": y]
        try await command("Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [point]])
        let none: [[String: any Sendable]] = []
        try await command("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": none])
    }

    func press(_ key: Key, shift: Bool, meta: Bool, isComposing: Bool) async throws {
        let modifiers = (meta ? 4 : 0) + (shift ? 8 : 0)
        for kind in ["keyDown", "keyUp"] {
            var event: [String: any Sendable] = [
                "type": kind, "key": key.rawValue, "code": key.code,
                "windowsVirtualKeyCode": isComposing ? 229 : key.virtualCode, "modifiers": modifiers,
            ]
            if kind == "keyDown", key == .enter, !isComposing { event["text"] = "\r" }
            if kind == "keyDown", key.rawValue.count == 1, !meta { event["text"] = key.rawValue }
            try await command("Input.dispatchKeyEvent", event)
        }
    }

    func insert(_ text: String) async throws { try await command("Input.insertText", ["text": text]) }

    func compose(_ text: String) async throws {
        try await command(
            "Input.imeSetComposition", ["text": text, "selectionStart": text.count, "selectionEnd": text.count])
    }

    func prefer(_ features: [String: String]) async throws {
        let wished = features.map { ["name": $0.key, "value": $0.value] }
        try await command("Emulation.setEmulatedMedia", ["features": wished])
    }

    func picture() async throws -> Data? {
        let shot = try await command("Page.captureScreenshot")
        return (shot["data"] as? String).flatMap { Data(base64Encoded: $0) }
    }
}

extension Key {
    /// Where it lies on a keyboard.
    fileprivate var code: String {
        switch self {
        case .space: "Space"
        case .period: "Period"
        default: rawValue
        }
    }

    /// Windows' number for it.
    fileprivate var virtualCode: Int {
        switch self {
        case .enter: 13
        case .escape: 27
        case .tab: 9
        case .space: 32
        case .arrowDown: 40
        case .arrowUp: 38
        case .pageUp: 33
        case .pageDown: 34
        case .contextMenu: 93
        case .period: 190
        }
    }
}
