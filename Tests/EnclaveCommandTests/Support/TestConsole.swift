import CollabGuest
import Foundation

@testable import enclave

/// A console in a test's hand: what a command wrote, and what it reads.
final class TestConsole: @unchecked Sendable {
    // Safe: everything below is only touched under the lock.
    private let lock = NSLock()
    private var outText = ""
    private var errorText = ""
    private var input: [String]
    private var questions: [String] = []
    private var waiting: [(text: String, wake: CheckedContinuation<Void, Never>)] = []
    private let environment: [String: String]
    private let isTyped: Bool
    private let isShown: Bool

    /// - Parameters:
    ///   - isTyped: standard input is a terminal.
    ///   - isShown: standard output is one.
    init(
        input: [String] = [], environment: [String: String] = [:], isTyped: Bool = false, isShown: Bool = false
    ) {
        self.input = input
        self.isTyped = isTyped
        self.isShown = isShown
        self.environment = environment
    }

    /// Standard output so far.
    var output: String { lock.withLock { outText } }
    /// Standard error so far.
    var errors: String { lock.withLock { errorText } }
    /// What was asked for without showing it.
    var asked: [String] { lock.withLock { questions } }
    /// Lines of standard input that nobody has read.
    var unread: [String] { lock.withLock { input } }
    /// Lines of standard output so far.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Waits until a text was written to standard output; the suite's time limit ends a wait in vain.
    func wait(for text: String) async {
        await withCheckedContinuation { wake in
            let isThere = lock.withLock {
                if outText.contains(text) { return true }
                waiting.append((text, wake))
                return false
            }
            if isThere { wake.resume() }
        }
    }

    private func write(_ text: String) {
        let ready = lock.withLock {
            outText += text
            let ready = waiting.filter { outText.contains($0.text) }
            waiting.removeAll { outText.contains($0.text) }
            return ready
        }
        for waiter in ready { waiter.wake.resume() }
    }

    private func nextLine() -> String? { lock.withLock { input.isEmpty ? nil : input.removeFirst() } }

    var console: Console {
        Console(
            write: { text in self.write(text) },
            complain: { text in self.lock.withLock { self.errorText += text + "\n" } },
            readLine: { self.nextLine() },
            readSecret: { question in
                self.lock.withLock { self.questions.append(question) }
                return self.nextLine()
            },
            waitingLines: { most in self.lock.withLock { Array(self.input.prefix(most)) } },
            readKeys: { [] },
            readText: {
                self.lock.withLock {
                    defer { self.input = [] }
                    return self.input.joined(separator: "\n")
                }
            },
            isTerminal: isShown, inputIsTerminal: isTyped, size: { (80, 24) }, environment: environment)
    }

    /// Runs a command line to its end.
    func run(_ words: String..., connector: any TransportConnector = NoConnector()) async -> ExitCode {
        await EnclaveCommand.run(words, EnclaveCommand.Context(console: console, connector: connector))
    }
}

/// A connector for commands that must not connect.
struct NoConnector: TransportConnector {
    func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
        throw .unreachable("nobody is to be called here")
    }
}

/// A connector that never gets through; without an error it never answers.
struct FailingConnector: TransportConnector {
    let error: TransportError?

    func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
        if let error { throw error }
        // Until the one who waits gives up.
        let (silence, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in silence {}
        throw .cancelled
    }
}

/// A synthetic room with a published key: bytes 00…1f, write token f0…ff.
enum SampleLink {
    static let control = "AbCdEf123456_-Xy.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh_w8fLz9PX29_j5-vv8_f7_"
    static let view = "AbCdEf123456_-Xy.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"

    /// Whether a text holds eight characters in a row of the secret of a link.
    static func leaks(_ text: String, of link: String = control) -> Bool {
        let secret = Array(link.drop { $0 != "." }.dropFirst())
        return (0...secret.count - 8).contains { text.contains(String(secret[$0..<$0 + 8])) }
    }
}
