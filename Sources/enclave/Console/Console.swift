import Foundation
import Transcript

/// Where a command reads and writes. Tests give their own, so that commands run inside the test's process.
struct Console: Sendable {
    /// Writes to standard output as it is.
    var write: @Sendable (String) -> Void
    /// Writes a line to standard error.
    var complain: @Sendable (String) -> Void
    /// The next line of standard input without its end; nil at the end of the input.
    var readLine: @Sendable () async throws(InputError) -> String?
    /// The same for a line that nobody should see: somebody who types it is asked for it on standard error, and the
    /// terminal does not show what is typed.
    var readSecret: @Sendable (_ question: String) async throws(InputError) -> String?
    /// Up to so many lines of standard input that are there already; they stay to be read.
    var waitingLines: @Sendable (_ most: Int) async -> [String]
    /// Keys as they are pressed; none at the end.
    var readKeys: @Sendable () async -> [UInt8]
    /// What is left of standard input, to its end, without a line break at the end.
    var readText: @Sendable () async throws(InputError) -> String
    /// Standard output is a terminal.
    var isTerminal: Bool
    /// Columns of the terminal that standard error is; nil when it is none.
    var errorColumns: @Sendable () -> Int? = { nil }
    /// Standard input is a terminal: somebody may type.
    var inputIsTerminal: Bool
    /// Size of the terminal.
    var size: @Sendable () -> (columns: Int, rows: Int)
    /// The process's environment.
    var environment: [String: String]

    /// Columns for help: a pager or a file gets as many as is usual, and no line is too long to be read.
    var helpWidth: Int { isTerminal ? min(max(size().columns, 20), 100) : HelpText.usualWidth }

    /// Writes a line to standard output.
    func print(_ line: String) { write(line + "\n") }

    /// Says something to a person: on standard error, on a terminal broken at words.
    func say(_ text: String) { complain(errorColumns().map { ListingLines.text(text, width: $0) } ?? text) }

    /// Writes a text that a person reads to standard output: on a terminal broken at words, for a program as it is.
    func printListing(_ text: String) { print(isTerminal ? ListingLines.text(text, width: size().columns) : text) }

    /// In which language rows of a transcript are told: the environment's, if it is one that cards speak (English,
    /// German). What the command says by itself is English.
    var words: SessionFormat {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
        return SessionFormat(Locale(identifier: names.first { !$0.isEmpty } ?? "C"))
    }

    /// What help says about it.
    static let languageNote = """
        Rows of a transcript are told in German where LC_ALL, LC_MESSAGES or LANG say so, else in English. Messages of \
        the command itself are English.
        """

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
            readLine: { () async throws(InputError) in try await input.line() },
            readSecret: { question async throws(InputError) in
                guard isatty(STDIN_FILENO) == 1 else { return try await input.line() }
                return try await TerminalMode.hidingLines(question: question) { () async throws(InputError) in
                    try await input.line()
                }
            },
            waitingLines: { most in await input.waiting(most) },
            readKeys: { await input.bytes() },
            readText: { () async throws(InputError) in try await input.text() },
            isTerminal: isatty(STDOUT_FILENO) == 1,
            errorColumns: { isatty(STDERR_FILENO) == 1 ? TerminalMode.size(of: STDERR_FILENO).columns : nil },
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
                    // A number that was closed may be something else's by now, which takes no text.
                    let isClosed = errno == EBADF || errno == EINVAL
                    let reason = isClosed ? "standard output is closed" : String(cString: strerror(errno))
                    write("enclave: the output could not be written: \(reason)\n", to: STDERR_FILENO)
                    exit(ExitCode.failure.rawValue)
                }
                return
            }
        }
    }
}
