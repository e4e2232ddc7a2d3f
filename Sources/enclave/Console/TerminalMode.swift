import Foundation

/// The terminal's mode and size.
enum TerminalMode {
    /// Columns and rows of standard output; 80 × 24 when it is no terminal.
    static func size() -> (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Runs something while the terminal hands over every key at once and echoes none; signals still work. The old mode
    /// comes back in any case.
    static func withoutEcho<Result>(_ body: () async -> Result) async -> Result {
        var old = termios()
        guard tcgetattr(STDIN_FILENO, &old) == 0 else { return await body() }
        var raw = old
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        defer { tcsetattr(STDIN_FILENO, TCSANOW, &old) }
        return await body()
    }
}
