import Foundation

/// Runs a program for each event, with the event as one line of JSON on its standard input. No shell, and nothing of the event in
/// the arguments, which every user of the machine can read.
struct CommandSink: Sink {
    /// Absolute path and fixed arguments.
    let command: [String]
    /// Milliseconds a program may take.
    let patience: Int

    var supportsWithdrawal: Bool { true }

    func deliver(_ event: SinkEvent) async -> SinkOutcome {
        do {
            return Self.outcome(
                try await ChildProcess.run(command, input: event.json + Data("\n".utf8), patience: patience))
        } catch is ChildProcessError {
            return .refused("cannot run")
        } catch {
            return .refused("unencodable")
        }
    }

    /// 0 took it, 75 (EX_TEMPFAIL) wants it again later, everything else refused it. A program that was killed may have
    /// done its work.
    static func outcome(_ status: ChildProcess.End) -> SinkOutcome {
        switch status {
        case .exited(0): .delivered
        case .exited(75): .later(after: nil, reason: "exit 75", mayHaveArrived: false)
        case .exited(let code): .refused("exit \(code)")
        case .killed: .later(after: nil, reason: "killed", mayHaveArrived: true)
        }
    }
}
