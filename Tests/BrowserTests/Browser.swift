import Foundation

/// One headless Chromium, driven through its DevTools protocol.
///
/// The protocol goes over a pair of pipes rather than a socket: the browser ends by itself when this process does,
/// however that happens, and no port is open that another program could use.
actor Browser {
    /// What went wrong in the browser or in the page.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Where Chromium is, by the names that distributions give it; `nil` when there is none on PATH.
    static let executable: URL? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        for name in ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"] {
            for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
                return URL(filePath: "\(folder)/\(name)")
            }
        }
        return nil
    }()

    /// Whether somebody asked for these tests, and there is a browser for them.
    static let isWanted = executable != nil && ProcessInfo.processInfo.environment["ENCLAVE_BROWSER_TESTS"] != nil

    /// The one browser of this process, started by whoever asks first.
    @MainActor static func shared() async throws -> Browser { try await launcher.browser() }
    @MainActor private static let launcher = Launcher()

    @MainActor private final class Launcher {
        private var running: Task<Browser, any Error>?

        func browser() async throws -> Browser {
            if let running { return try await running.value }
            let task = Task { try Browser() }
            running = task
            return try await task.value
        }
    }

    private let process = Process()
    private let input: FileHandle
    private var lastID = 0
    private var waiting: [Int: CheckedContinuation<Data, any Error>] = [:]
    private var unread = Data()

    private init() throws {
        guard let executable = Browser.executable else { throw Failure(description: "There is no Chromium on PATH.") }
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
        // A thread of its own: reading blocks.
        Thread.detachNewThread { [weak self] in
            while true {
                let data = output.availableData
                guard let self else { return }
                Task { await self.received(data) }
                if data.isEmpty { return }
            }
        }
    }

    private func received(_ data: Data) {
        guard !data.isEmpty else {
            for (_, continuation) in waiting {
                continuation.resume(throwing: Failure(description: "The browser has ended."))
            }
            waiting = [:]
            return
        }
        unread.append(data)
        // Messages end with a zero byte.
        while let end = unread.firstIndex(of: 0) {
            let message = Data(unread[..<end])
            unread = Data(unread[unread.index(after: end)...])
            guard let object = try? JSONSerialization.jsonObject(with: message) as? [String: Any],
                let id = (object["id"] as? NSNumber)?.intValue
            else { continue }
            waiting.removeValue(forKey: id)?.resume(returning: message)
        }
    }

    /// Sends a command, and waits for its result.
    func send(
        _ method: String, _ parameters: [String: any Sendable] = [:], session: String? = nil
    ) async throws -> sending [String: Any] {
        lastID += 1
        let id = lastID
        var message: [String: Any] = ["id": id, "method": method, "params": parameters]
        message["sessionId"] = session
        let data = try JSONSerialization.data(withJSONObject: message)
        let reply = try await withCheckedThrowingContinuation { continuation in
            waiting[id] = continuation
            do { try input.write(contentsOf: data + [0]) } catch {
                waiting[id] = nil
                continuation.resume(throwing: error)
            }
        }
        let object = try JSONSerialization.jsonObject(with: reply) as? [String: Any] ?? [:]
        if let error = object["error"] as? [String: Any] {
            throw Failure(description: "\(method): \(error["message"] ?? error)")
        }
        return object["result"] as? [String: Any] ?? [:]
    }
}
