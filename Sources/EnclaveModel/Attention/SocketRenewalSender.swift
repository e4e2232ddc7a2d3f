import CollabGuest
import EnclaveContracts

/// Sends renewals over a WebSocket of their own each, by the connector that leads to relays as well.
public struct SocketRenewalSender: RenewalSender {
    /// Bytes of an answer: the longest is `refused`.
    public static let maximumAnswer = 256
    /// Milliseconds for everything: name, handshake, sending, answer.
    public static let timeLimit = 20_000.0

    private let connector: any TransportConnector
    private let clock: any SessionClock
    private let timeLimit: Double

    /// A sender.
    /// - Parameters:
    ///   - connector: opens the connection; the standard one takes no answer above ``maximumAnswer``.
    ///   - clock: for the time limit.
    ///   - timeLimit: milliseconds.
    public init(
        connector: any TransportConnector = Connectors.bounded(maximumMessageSize: maximumAnswer),
        clock: any SessionClock = SystemClock(), timeLimit: Double = timeLimit
    ) {
        self.connector = connector
        self.clock = clock
        self.timeLimit = timeLimit
    }

    /// Sends a renewal on a connection that is closed after the answer.
    public func send(_ renewal: String, to address: BridgeAddress) async throws(RenewalFailure) -> RenewalAnswer {
        let endpoint = Endpoint(
            isSecure: address.isSecure, host: address.host, port: address.port, target: .path(address.path))
        let deadline = clock.now() + timeLimit
        let outcome = await withTaskGroup(of: Result<RenewalAnswer, RenewalFailure>.self) { group in
            group.addTask { await exchange(renewal, at: endpoint) }
            group.addTask {
                do { try await clock.sleep(until: deadline) } catch { return .failure(.cancelled) }
                return .failure(.late)
            }
            let first = await group.next() ?? .failure(.cancelled)
            group.cancelAll()
            return first
        }
        if Task.isCancelled { throw .cancelled }
        return try outcome.get()
    }

    private func exchange(_ renewal: String, at endpoint: Endpoint) async -> Result<RenewalAnswer, RenewalFailure> {
        do throws(TransportError) {
            let transport = try await connector.connect(to: endpoint)
            defer { Self.close(transport) }
            return await withTaskCancellationHandler {
                await Self.ask(renewal, on: transport)
            } onCancel: {
                // Not every transport gives up sending by itself.
                Self.close(transport)
            }
        } catch {
            return .failure(Self.failure(error))
        }
    }

    private static func ask(
        _ renewal: String, on transport: any Transport
    ) async -> Result<RenewalAnswer, RenewalFailure> {
        do throws(TransportError) {
            try await transport.send(.text(renewal))
            return answer(try await transport.receive().first)
        } catch {
            return .failure(failure(error))
        }
    }

    /// Says goodbye without waiting for it.
    private static func close(_ transport: any Transport) {
        Task { await transport.close(code: 1000, reason: "") }
    }

    private static func answer(_ message: TransportMessage?) -> Result<RenewalAnswer, RenewalFailure> {
        switch message {
        case .text("ok"): .success(.taken)
        case .text("refused"): .success(.refused)
        default: .failure(.unreadable)
        }
    }

    /// The transport's words stay behind: they name the host, or are a peer's own.
    private static func failure(_ error: TransportError) -> RenewalFailure {
        switch error {
        case .unreachable: .unreachable
        case .untrusted: .untrusted
        case .refused(let status): .notABridge(status: status)
        case .closed: .hungUp
        case .messageTooLarge: .unreadable
        case .cancelled: .cancelled
        }
    }
}
