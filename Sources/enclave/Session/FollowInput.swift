import Foundation

/// What a line typed in `join` means.
enum FollowInput: Sendable, Hashable {
    case prompt(String)
    case abort
    /// Nil asks what is asked.
    case answer(String?)
    case skip
    case agents
    case help
    case quit
    /// No command has this name; nil when it is too long for one, and may be anything.
    case unknown(String?)

    /// A command behind a slash, two slashes for a prompt that begins with one, else a prompt; nil for a blank line.
    init?(_ line: String) {
        let text = line.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty else { return nil }
        guard text.hasPrefix("/") else {
            self = .prompt(line)
            return
        }
        if text.hasPrefix("//") {
            self = .prompt(String(text.dropFirst()))
            return
        }
        let parts = text.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
        switch parts.first {
        case "abort", "stop": self = .abort
        case "answer": self = .answer(parts.count > 1 ? parts[1] : nil)
        case "skip": self = .skip
        case "agents": self = .agents
        case "quit", "exit": self = .quit
        case nil, "help": self = .help
        case let name?: self = .unknown(name.count <= Self.longestName ? name.printable : nil)
        }
    }

    /// A link pasted behind a slash is not repeated.
    private static let longestName = 16

    /// What the slash commands are called.
    static let names = ["/answer", "/skip", "/abort", "/agents", "/quit", "/help"]

    /// What the slash commands are.
    static let manual = """
        type a prompt and press Return; while the agent works it steers
          /answer N or TEXT  answer the question
          /skip              cancel the question
          /abort             stop the turn
          /agents            who works
          /quit              leave
          //text             a prompt that begins with a slash
          /help              this
        """
}
