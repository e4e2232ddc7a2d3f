import Attention
import CollabGuest
import CollabWire
import EnclaveAlerts
import Foundation

/// Brings what a person did outside the app — on a notification, a Live Activity, by voice — to the session, also when
/// the app was started only for that (feature N3).
///
/// A question is answered only while it is open: the answer names it, and for another one nothing is sent.
@MainActor
public final class AnswerCourier {
    /// How long a session may take to come up, milliseconds: the system gives an app in the background about 30 s.
    public static let patience = 20_000.0
    /// Between two looks at a session that is coming up, milliseconds.
    private static let step = 100.0

    private let app: AppModel
    private let clock: any SessionClock

    /// A courier for an app's rooms.
    public init(app: AppModel, clock: any SessionClock) {
        self.app = app
        self.clock = clock
    }

    /// Sends an answer.
    /// - Throws: ``EnclaveAlerts/AnswerProblem`` when nothing was sent.
    public func deliver(_ answer: AskAnswer) async throws(AnswerProblem) {
        // A question that has not come yet is not settled yet: the host may still be asking.
        let session = try await live(answer.room) { client in
            client.isReadOnly || client.hasAllAsks || client.openAsks.contains { $0.id.wireText == answer.askId }
        }
        guard !session.client.isReadOnly else { throw .readOnly }
        guard let ask = session.client.openAsks.first(where: { $0.id.wireText == answer.askId }),
            Self.fits(answer.value, ask)
        else { throw .settled }
        switch await session.client.settleAsk(ask.id, value: answer.value) {
        case .sent?: return
        case .refused(let words)?: throw .refused(words)
        case .expired?: throw .unreachable
        case nil: throw .settled
        }
    }

    /// Stops the turn of a room, if one runs.
    /// - Throws: ``EnclaveAlerts/AnswerProblem`` when nothing was sent.
    public func stop(room: String) async throws(AnswerProblem) {
        let session = try await live(room)
        guard !session.client.isReadOnly else { throw .readOnly }
        if session.client.isWorking { session.client.sendAbort() }
    }

    /// Sends a prompt; without a connection it waits in the outbox, as in the app.
    /// - Throws: ``EnclaveAlerts/AnswerProblem`` when nothing was sent.
    public func prompt(room: String, text: String) async throws(AnswerProblem) {
        let session = try await open(room)
        guard !session.client.isReadOnly else { throw .readOnly }
        session.client.sendPrompt(text)
    }

    private func open(_ room: String) async throws(AnswerProblem) -> SessionVM {
        guard let key = RoomKey(rawValue: room) else { throw .unknownRoom }
        do throws(RoomOpenError) {
            return try await app.connect(key)
        } catch {
            switch error {
            case .unknown: throw .unknownRoom
            case .locked: throw .locked
            case .failed(let words): throw .refused(words)
            }
        }
    }

    private func live(
        _ room: String, _ isReady: (GuestClient) -> Bool = { _ in true }
    ) async throws(AnswerProblem) -> SessionVM {
        let session = try await open(room)
        let deadline = clock.now() + Self.patience
        while session.client.connection != .live || !isReady(session.client) {
            if session.client.connection.isOver { throw .unreachable }
            guard clock.now() < deadline else { throw .unreachable }
            do { try await clock.sleep(until: min(deadline, clock.now() + Self.step)) } catch { throw .unreachable }
        }
        return session
    }

    /// A select wants one of its labels, an editor any text; both can be skipped.
    private static func fits(_ value: String?, _ ask: Ask) -> Bool {
        guard let value else { return true }
        guard case .select = ask.kind else { return true }
        return ask.optionLabels.contains(value)
    }
}
