import CollabGuest
import CollabReplica
import CollabWire
import EnclaveModel
import Foundation

/// One visit to a room by a command: join, wait for something, leave.
struct RoomVisit: Sendable {
    let session: GuestSession
    let link: RoomLink

    /// Joins, runs the command's work once the room is live, and leaves in any case.
    ///
    /// While the relay cannot be reached, each new reason is told on standard error: whoever waits knows for what.
    /// - Parameters:
    ///   - seconds: how long joining may take.
    ///   - body: the work, with the state of the room as it was when it became live.
    /// - Throws: ``CommandFailure`` when the room can't be joined, or what the work throws.
    static func join(
        _ link: RoomLink, name: String, options: SessionOptions = SessionOptions(),
        context: EnclaveCommand.Context, seconds: Int,
        body: (RoomVisit, SessionUpdate) async throws -> ExitCode
    ) async throws -> ExitCode {
        let session = GuestSession(link: link, name: name, options: options, connector: context.connector)
        let visit = RoomVisit(session: session, link: link)
        let told = Protected<Set<String>>([])
        await session.start()
        do {
            let update = try await visit.wait(seconds: seconds, for: "the room did not open") { update in
                if case .reconnecting(let reconnection) = update.connection,
                    told.withLock({ $0.insert(reconnection.cause).inserted })
                {
                    context.console.say("\(reconnection.cause.printable) Trying again.")
                }
                return update.connection == .live ? update : nil
            }
            let code = try await body(visit, update)
            await session.stop()
            return code
        } catch {
            await session.stop()
            throw error
        }
    }

    /// How a wait ended.
    private enum Wait<Value: Sendable>: Sendable {
        case found(Value)
        case ended(EndReason)
        case timedOut, cancelled
    }

    /// Waits until the room shows something.
    /// - Parameters:
    ///   - seconds: how long; nil waits until the session ends.
    ///   - what: what to say when it did not come in time.
    ///   - pick: looks at each newest state; a value ends the wait.
    /// - Throws: ``CommandFailure``: exit code 6 after the time, 4 when the session ended first, 130 when interrupted.
    func wait<Value: Sendable>(
        seconds: Int?, for what: String, _ pick: @escaping @Sendable (SessionUpdate) -> Value?
    ) async throws(CommandFailure) -> Value {
        let updates = session.updates
        let result = await withTaskGroup(of: Wait<Value>.self) { group in
            group.addTask {
                var reason = EndReason.left
                for await update in updates {
                    if let value = pick(update) { return .found(value) }
                    if case .ended(let why) = update.connection { reason = why }
                }
                return Task.isCancelled ? .cancelled : .ended(reason)
            }
            if let seconds {
                group.addTask {
                    do { try await Task.sleep(for: .seconds(seconds)) } catch { return .cancelled }
                    return .timedOut
                }
            }
            // The first result counts; a group of at least one task has one.
            let first = await group.next() ?? .cancelled
            group.cancelAll()
            return first
        }
        switch result {
        case .found(let value): return value
        case .ended(let reason): throw CommandFailure(reason.exitCode, reason.sentence)
        case .timedOut:
            let sentences = ["\(what) within \(seconds ?? 0) s."] + session.current.connection.obstacle
            throw CommandFailure(.timeout, sentences.joined(separator: " ").printable)
        case .cancelled: throw CommandFailure(.interrupted, "interrupted")
        }
    }

    /// Waits for a command's receipt.
    /// - Throws: ``CommandFailure`` when it did not leave.
    func settle(_ receipt: CommandReceipt) async throws(CommandFailure) {
        switch await receipt.outcome() {
        case .sent: return
        case .refused(let words): throw CommandFailure(.refused, words)
        case .expired: throw CommandFailure(.notJoined, "the connection was lost before the command could leave")
        }
    }

    /// Gives the host a moment to refuse what was just sent: refusals come as `error` frames, which become notices.
    /// - Throws: ``CommandFailure`` with the host's words.
    func listenForRefusal(after notices: [Notice], seconds: Double = 1) async throws(CommandFailure) {
        let seen = notices.last?.id ?? 0
        let updates = session.updates
        let words = await withTaskGroup(of: String?.self) { group in
            group.addTask {
                for await update in updates {
                    if let notice = update.replica.notices.first(where: { $0.id > seen && $0.level == .error }) {
                        return notice.message
                    }
                }
                return nil
            }
            group.addTask {
                // Interrupted or not: nothing more to wait for.
                _ = try? await Task.sleep(for: .seconds(seconds))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        if let words { throw CommandFailure(.refused, words) }
    }
}

extension ConnectionState {
    /// What stands between a guest and the room, and what can be done about it, in sentences; none when it is live.
    var obstacle: [String] {
        switch self {
        case .reconnecting(let reconnection):
            [reconnection.cause] + (reconnection.failure.map { [$0.advice] } ?? [])
        case .idle, .connecting:
            ["The relay has not answered yet. Check the network, or give it more time (--timeout)."]
        case .waiting: ["The relay answered, the host did not. Check that omp still runs and shares the session."]
        case .loading: ["The session is still arriving. Give it more time (--timeout)."]
        case .live, .ended: []
        }
    }
}

extension TransportError {
    /// What a person can do about it, in a sentence.
    var advice: String {
        switch self {
        case .unreachable: "Check the relay's name in the link, that the relay runs, and the network."
        case .untrusted: "Nothing was sent there."
        case .refused(404), .refused(400), .refused(405), .refused(426):
            "What answers there is no collab relay: check the relay's name and port in the link."
        case .refused(401), .refused(403), .refused(407):
            "The relay, or a proxy before it, does not let this machine in: ask whoever runs it."
        case .refused(300...399): "The address leads elsewhere: ask whoever runs the relay for its own address."
        case .refused(429), .refused(503): "The relay has too much to do: try again later."
        case .refused(500...):
            "The relay, or a proxy before it, is in trouble: try again later, or tell whoever runs it."
        case .refused: "Ask whoever runs the relay."
        case .closed(1006, _):
            "The relay was reached, and the connection was cut: a proxy between may not let WebSockets through."
        case .closed(1012, _), .closed(1013, _): "The relay starts anew or has too much to do: try again in a moment."
        case .closed: "Try again; if it goes on, tell whoever runs the relay."
        case .messageTooLarge: "What answers there sends more than a relay may: check the relay's name in the link."
        case .cancelled: "Try again."
        }
    }
}

extension EndReason {
    /// The exit code of a command that met this end.
    var exitCode: ExitCode {
        switch self {
        case .wrongKey: .badLink
        case .left, .bye, .roomClosed, .noSuchRoom, .hostAlreadyConnected, .roomFull, .refused, .welcomeTimeout,
            .snapshotTimeout, .unreadableWelcome:
            .notJoined
        }
    }
}

extension RoomVisit {
    /// Refuses to steer when the host made this guest read-only.
    /// - Throws: ``CommandFailure`` with exit code 5.
    func requireWritable(_ update: SessionUpdate) throws(CommandFailure) {
        guard !update.replica.readOnly else {
            throw CommandFailure(.refused, "the host lets this guest watch only")
        }
    }
}
