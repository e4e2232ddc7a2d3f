import CollabGuest
import CollabWire
import EnclaveModel
import Foundation

/// Words for states and for the model's sentences, looked up in the app's String Catalog.
package enum Words {
    static func view(_ locale: Locale) -> String { lookUp("view", locale) }
    static func control(_ locale: Locale) -> String { lookUp("control", locale) }

    static func text(_ connection: ConnectionState, _ locale: Locale) -> String {
        switch connection {
        case .idle: lookUp("not connected", locale)
        case .connecting, .waiting: lookUp("connecting", locale)
        case .loading: lookUp("loading", locale)
        case .live: lookUp("live", locale)
        case .reconnecting: lookUp("reconnecting", locale)
        case .ended: lookUp("ended", locale)
        }
    }

    static func text(_ status: AgentInfo.Status, _ locale: Locale) -> String {
        switch status {
        case .running: lookUp("running", locale)
        case .idle: lookUp("idle", locale)
        case .parked: lookUp("parked", locale)
        case .aborted: lookUp("aborted", locale)
        case .other(let word): word
        }
    }

    static func text(_ error: LinkError, _ locale: Locale) -> String {
        sentence(error.description, locale)
    }

    static func text(_ reason: EndReason, _ locale: Locale) -> String {
        switch reason {
        case .bye(let words) where !words.isEmpty:
            lookUp("The host ended the session: %@", locale).replacing("%@", with: words)
        case .unreadableWelcome(let words):
            lookUp("The host's welcome can't be read: %@", locale).replacing("%@", with: words)
        default: sentence(reason.sentence, locale)
        }
    }
}
