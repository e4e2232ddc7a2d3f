import CollabWire
import EnclaveContracts
import Foundation

/// Takes links from wherever they come — deep link, universal link, launch environment — and hands each to the app
/// exactly once (feature A4). A link that arrives before there is a screen waits for one.
@MainActor
public final class LinkRouter {
    /// What a link leads to.
    public enum Arrival: Sendable, Hashable {
        /// A room to join: ask, then join.
        case join(RoomLink)
        /// A room this device knows, from a notification, a widget or an intent: show it.
        case room(RoomKey)
        /// A room that whoever launched the app named in its environment: join, there is nothing to ask.
        case launch(RoomLink)
        /// It could not be read; say why.
        case refused(LinkError)
    }

    /// The variable that joins at launch.
    public nonisolated static let environmentVariable = "ENCLAVE_COLLAB_LINK"

    private var held: Arrival?
    private var deliver: ((Arrival) -> Void)?

    /// A router that holds what comes until ``ready(_:)``.
    /// - Parameter environment: the process's; a link in `ENCLAVE_COLLAB_LINK` arrives at once.
    public init(environment: [String: String] = [:]) {
        guard let text = environment[Self.environmentVariable], !text.isEmpty else { return }
        held = Self.arrival(of: text) { .launch($0) }
    }

    /// A URL the system opened the app with: `enclave://join/#<link>`, `https://my.omp.sh/#<link>` or any other form
    /// of a link. Cold and warm starts come the same way.
    public func receive(_ url: URL) {
        if let key = RoomAddress.room(in: url).flatMap(RoomKey.init) {
            receive(.room(key))
        } else {
            receive(text: url.absoluteString)
        }
    }

    /// A link as text.
    public func receive(text: String) {
        receive(Self.arrival(of: text) { .join($0) })
    }

    /// Something that leads somewhere: delivered now, or held until there is a screen. Of two the last one counts.
    public func receive(_ arrival: Arrival) {
        if let deliver {
            deliver(arrival)
        } else {
            // Two links before the first screen: the person meant the last one.
            held = arrival
        }
    }

    private static func arrival(of text: String, _ make: (RoomLink) -> Arrival) -> Arrival {
        do throws(LinkError) {
            return make(try RoomLink(parsing: link(in: text)))
        } catch {
            return .refused(error)
        }
    }

    /// There is a screen: delivers what is held, and from now on everything as it comes. Calling it again replaces the
    /// receiver and delivers nothing twice.
    public func ready(_ deliver: @escaping (Arrival) -> Void) {
        self.deliver = deliver
        if let held {
            self.held = nil
            deliver(held)
        }
    }

    /// The screen went away: hold what comes.
    public func notReady() { deliver = nil }

    /// The link inside an `enclave://join/#…` URL, or the text itself.
    nonisolated static func link(in text: String) -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard trimmed.lowercased().hasPrefix("enclave:"), let hash = trimmed.firstIndex(of: "#") else { return trimmed }
        return String(trimmed[trimmed.index(after: hash)...])
    }
}
