import CollabGuest
import Foundation

/// Where a command reads and writes. Tests give their own, so that commands run inside the test's process.
struct Console: Sendable {
    /// Writes to standard output as it is.
    var write: @Sendable (String) -> Void
    /// Writes a line to standard error.
    var complain: @Sendable (String) -> Void
    /// The next line of standard input without its end; nil at the end of the input.
    var readLine: @Sendable () async -> String?
    /// Standard output is a terminal.
    var isTerminal: Bool
    /// Standard input is a terminal: somebody may type.
    var inputIsTerminal: Bool
    /// Size of the terminal.
    var size: @Sendable () -> (columns: Int, rows: Int)
    /// The process's environment.
    var environment: [String: String]

    /// Writes a line to standard output.
    func print(_ line: String) { write(line + "\n") }

    /// The person's word on colour (`--color`); nil leaves it to the environment.
    static func wantsColour(_ when: String?) -> Bool? {
        switch when {
        case "always": true
        case "never": false
        default: nil
        }
    }

    /// Whether to style output.
    func hasColour(_ when: String?) -> Bool {
        TerminalCapabilities(
            environment: environment, isTerminal: isTerminal, wantsColor: Self.wantsColour(when)
        ).colors > .none
    }

    /// The process's own.
    static func standard() -> Console {
        let input = StandardInput()
        return Console(
            write: { text in StandardOutput.write(text, to: STDOUT_FILENO) },
            complain: { text in StandardOutput.write(text + "\n", to: STDERR_FILENO) },
            readLine: { await input.line() },
            isTerminal: isatty(STDOUT_FILENO) == 1,
            inputIsTerminal: isatty(STDIN_FILENO) == 1,
            size: { TerminalMode.size() },
            environment: ProcessInfo.processInfo.environment)
    }
}

/// Writes to a descriptor until everything is out.
enum StandardOutput {
    /// Writes a text. When the reader has gone (`enclave watch … | head`), the process ends quietly, as others do.
    static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                buffer.baseAddress.map { Foundation.write(descriptor, $0 + written, bytes.count - written) } ?? -1
            }
            if count >= 0 {
                written += count
            } else if errno == EPIPE {
                exit(ExitCode.ok.rawValue)
            } else if errno == EAGAIN {
                // A terminal in non-blocking mode: wait until it takes more.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, 1_000)
            } else if errno != EINTR {
                // A full disk or a closed output: nobody gets what the command says, so it must not end as if they did.
                if descriptor != STDERR_FILENO {
                    write(
                        "enclave: the output could not be written: \(String(cString: strerror(errno)))\n",
                        to: STDERR_FILENO)
                    exit(ExitCode.failure.rawValue)
                }
                return
            }
        }
    }
}

/// Standard input, read only when somebody asks: nothing piles up.
actor StandardInput {
    /// A line longer than this is cut: a link, a prompt, no file.
    static let maximumLine = 1 << 20

    private var buffer: [UInt8] = []
    private var isAtEnd = false

    /// The next line, or nil at the end.
    func line() async -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeSubrange(...end)
                return line.hasSuffix("\r") ? String(line.dropLast()) : line
            }
            if isAtEnd || buffer.count >= Self.maximumLine {
                guard !buffer.isEmpty else { return nil }
                defer { buffer = [] }
                return String(decoding: buffer, as: UTF8.self)
            }
            let bytes = await Self.read()
            if bytes.isEmpty { isAtEnd = true }
            buffer += bytes
        }
    }

    /// What is there to read, at least a byte; empty at the end. Waits on a thread of its own.
    static func read() async -> [UInt8] {
        let waiting = Protected<CheckedContinuation<[UInt8], Never>?>(nil)
        // Whoever comes first, the reader or Ctrl-C, answers; the other finds nobody waiting.
        let answer: @Sendable ([UInt8]) -> Void = { bytes in
            waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }?.resume(returning: bytes)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.withLock { $0 = continuation }
                guard !Task.isCancelled else { return answer([]) }
                Thread.detachNewThread {
                    var chunk = [UInt8](repeating: 0, count: 65_536)
                    var count = -1
                    repeat {
                        count = Foundation.read(STDIN_FILENO, &chunk, chunk.count)
                    } while count < 0 && errno == EINTR
                    answer(Array(chunk.prefix(max(0, count))))
                }
            }
        } onCancel: {
            answer([])
        }
    }
}
