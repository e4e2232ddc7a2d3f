import EnclaveContracts
import Foundation

/// The words of notifications that are not the session's own: English and German.
///
/// They live in code, not in a catalog: the notification service extension must have them at once, in any process.
public struct AlertWords: Sendable, Hashable {
    private let isGerman: Bool

    /// Words for a locale.
    public init(_ locale: Locale = .current) { isGerman = locale.language.languageCode?.identifier == "de" }

    private func choose(_ english: String, _ german: String) -> String { isGerman ? german : english }

    /// The name that stands where the session's may not.
    public var appName: String { "Enclave" }
    /// A session without a name.
    public var session: String { choose("Session", "Sitzung") }

    /// What is said when nothing more may be said.
    public func generic(_ reason: AlertPayload.Reason) -> String {
        switch reason {
        case .ask: choose("A session needs your answer.", "Eine Sitzung braucht deine Antwort.")
        case .turnEnded: choose("A turn is over.", "Ein Durchgang ist zu Ende.")
        case .sessionEnded: choose("A session has ended.", "Eine Sitzung ist zu Ende.")
        }
    }

    /// What is said below a session's name.
    public func named(_ reason: AlertPayload.Reason) -> String {
        switch reason {
        case .ask: choose("Needs your answer.", "Braucht deine Antwort.")
        case .turnEnded: choose("The turn is over.", "Der Durchgang ist zu Ende.")
        case .sessionEnded: choose("The session has ended.", "Die Sitzung ist zu Ende.")
        }
    }

    /// What is said of questions beyond those that are told by themselves.
    public var moreAsks: String {
        choose("More questions wait for your answer.", "Weitere Fragen warten auf deine Antwort.")
    }

    /// The action that opens a field.
    public var reply: String { choose("Reply", "Antworten") }
    /// The button that sends.
    public var send: String { choose("Send", "Senden") }
    /// In the empty field.
    public var placeholder: String { choose("Your answer", "Deine Antwort") }
    /// The action that opens the app.
    public var open: String { choose("Open", "Öffnen") }

    /// What became of an answer that was not sent.
    public func notSent(_ why: AnswerProblem) -> String {
        switch why {
        case .settled:
            choose(
                "The question was already settled. Nothing was sent.",
                "Die Frage war schon erledigt. Es wurde nichts gesendet.")
        case .unreachable:
            choose(
                "The session could not be reached. Nothing was sent.",
                "Die Sitzung war nicht erreichbar. Es wurde nichts gesendet.")
        case .readOnly:
            choose(
                "This is a view link: it cannot answer. Nothing was sent.",
                "Das ist ein Ansichts-Link: Er kann nicht antworten. Es wurde nichts gesendet.")
        case .unknownRoom:
            choose(
                "This room is not on this device any more. Nothing was sent.",
                "Dieser Raum ist nicht mehr auf diesem Gerät. Es wurde nichts gesendet.")
        case .locked:
            choose(
                "The room's key is protected while the device is locked. Nothing was sent.",
                "Der Schlüssel des Raums ist geschützt, solange das Gerät gesperrt ist. Es wurde nichts gesendet.")
        case .refused(let words): words
        }
    }
}

/// Why an answer from outside the app was not sent.
public enum AnswerProblem: Error, Sendable, Hashable {
    /// Answered elsewhere, taken back, or another question by now.
    case settled
    /// No connection in the time the system gives.
    case unreachable
    /// The link only watches.
    case readOnly
    /// No such room on this device.
    case unknownRoom
    /// The room's key cannot be read now.
    case locked
    /// The session said why, in a sentence.
    case refused(String)
}
