/// How the command ended, for scripts. Documented in `--help`, the man page and the README.
enum ExitCode: Int32, Sendable, CaseIterable {
    case ok = 0
    case failure = 1
    case usage = 2
    case badLink = 3
    case notJoined = 4
    case refused = 5
    case timeout = 6
    case interrupted = 130
    case terminated = 143

    /// What it means.
    var meaning: String {
        switch self {
        case .ok: "done"
        case .failure: "something else went wrong, for example a file that can't be read"
        case .usage: "the command line can't be understood"
        case .badLink: "the link was refused: it is no link, or misses its secret"
        case .notJoined: "could not join, or the room ended before the work was done"
        case .refused: "the host or the link does not allow it (a view link steers nothing)"
        case .timeout: "nothing happened in time (--timeout)"
        case .interrupted: "interrupted (Ctrl-C)"
        case .terminated: "terminated (SIGTERM)"
        }
    }
}

/// A command ends early, with a code and a sentence for standard error.
struct CommandFailure: Error {
    var code: ExitCode
    var message: String

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }
}
