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
    private var hasEnded = false

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

    /// Replies go by number, so their order does not matter any more; events have none and are not used.
    private func received(_ message: Data) {
        guard let object = try? JSONSerialization.jsonObject(with: message) as? [String: Any],
            let id = (object["id"] as? NSNumber)?.intValue
        else { return }
        waiting.removeValue(forKey: id)?.resume(returning: message)
    }

    private func ended() {
        hasEnded = true
        for (_, continuation) in waiting {
            continuation.resume(throwing: Failure(description: "The browser has ended."))
        }
        waiting = [:]
    }

    /// Sends a command, and waits for its result.
    func send(
        _ method: String, _ parameters: [String: any Sendable] = [:], session: String? = nil
    ) async throws -> sending [String: Any] {
        guard !hasEnded else { throw Failure(description: "The browser has ended.") }
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
