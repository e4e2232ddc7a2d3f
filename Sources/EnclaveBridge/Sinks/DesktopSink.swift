import EnclaveContracts
import Foundation

/// Shows a notification on this machine's desktop with `notify-send`.
///
/// Only the generic text: `notify-send` takes texts as arguments, and those are visible to every user of the machine.
struct DesktopSink: Sink {
    let program: String

    var supportsWithdrawal: Bool { false }

    func deliver(_ event: SinkEvent) async -> SinkOutcome {
        guard event.kind == .tell else { return .delivered }
        do {
            let end = try await ChildProcess.run(Self.arguments(program, event.reason), input: Data(), patience: 10_000)
            return CommandSink.outcome(end)
        } catch {
            return .refused("cannot run")
        }
    }

    static func arguments(_ program: String, _ reason: AlertPayload.Reason) -> [String] {
        [
            program, "--app-name=Enclave", "--urgency=\(reason == .ask ? "critical" : "normal")", "Enclave",
            PushPayload.genericText(reason),
        ]
    }
}
