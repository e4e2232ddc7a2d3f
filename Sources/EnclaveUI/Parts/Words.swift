import CollabGuest
import CollabWire
import Foundation

/// Words for states, looked up in the package's String Catalog.
enum Words {
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
}
