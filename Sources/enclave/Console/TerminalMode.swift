import CollabGuest
import Foundation

/// The terminal's mode and size.
enum TerminalMode {
    /// Columns and rows of standard output; 80 × 24 when it is no terminal.
    static func size(of descriptor: Int32 = STDOUT_FILENO) -> (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Runs something while the terminal hands over every key at once and echoes none; signals still work. The old mode
    /// comes back in any case.
    static func withoutEcho<Result>(_ body: () async -> Result) async -> Result {
        guard change({ $0.c_lflag &= ~tcflag_t(ICANON | ECHO) }) else { return await body() }
        defer { restore() }
        return await body()
    }

    /// Asks for a line and reads it while the terminal shows nothing of it; backspace and signals still work. The old
    /// mode comes back in any case.
    /// - Parameter question: written to standard error, without a line break.
    static func hidingLines<Result>(
        question: String, _ body: () async throws(InputError) -> Result
    ) async throws(InputError) -> Result {
        let isHidden = change { $0.c_lflag &= ~tcflag_t(ECHO) }
        StandardOutput.write(question, to: STDERR_FILENO)
        defer {
            if isHidden { restore() }
            // The line break that ended the line was not shown either.
            StandardOutput.write("\n", to: STDERR_FILENO)
        }
        return try await body()
    }

    // MARK: Changing it

    /// The mode to give back; nil when it was not changed.
    private static let before = Protected<termios?>(nil)

    /// A process may end in the middle of it: a third Ctrl-C, a reader that went away. The next program gets the
    /// terminal as this one found it.
    private static let restoresAtExit: Bool = atexit { TerminalMode.restore() } == 0

    private static func change(_ edit: (inout termios) -> Void) -> Bool {
        var mode = termios()
        guard restoresAtExit, tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
        let old = mode
        before.withLock { $0 = old }
        edit(&mode)
        return tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0
    }

    private static func restore() {
        before.withLock { before in
            guard var mode = before else { return }
            tcsetattr(STDIN_FILENO, TCSANOW, &mode)
            before = nil
        }
    }
}
