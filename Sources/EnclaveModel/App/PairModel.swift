import CollabWire
import Observation

/// Pairing with a box: reads what was pasted or scanned as it is typed, says what the link grants or exactly why it is
/// refused (feature S2). Nothing is joined before the person says so.
@MainActor
@Observable
public final class PairModel {
    /// What is known of the text.
    public enum Reading: Sendable, Hashable {
        /// Nothing was entered.
        case empty
        /// A room that can be joined.
        case room(RoomLink)
        /// Why it can't be read.
        case refused(LinkError)
    }

    /// What was pasted, typed or scanned. **A secret.**
    public var text = "" {
        didSet { if text != oldValue { read() } }
    }
    /// The name shown to others in the room, as typed; ``guestName`` is what they get to see.
    public var name: String {
        didSet { if name != oldValue { nameHoldsLink = RoomLink.occurs(in: name) } }
    }
    /// Somebody pasted a link where the name belongs: it is a secret, and everybody in the room would read it.
    public private(set) var nameHoldsLink = false
    /// What the text is.
    public private(set) var reading = Reading.empty

    @ObservationIgnored private let defaultName: String

    /// A pair screen with nothing in it.
    /// - Parameter name: the name until the person picks one.
    public init(name: String) {
        self.name = name
        defaultName = name
    }

    /// Whether nothing that is seen stands where the name belongs.
    public var isNameBlank: Bool { name.allSatisfy(\.isWhitespace) }

    /// The name to join with: never a link nor nothing, whatever stands in the field.
    public var guestName: String { nameHoldsLink || isNameBlank ? defaultName : name }

    /// The link that would be joined.
    public var link: RoomLink? {
        if case .room(let link) = reading { link } else { nil }
    }

    /// Whether Connect may be tapped: a room and a name.
    public var canConnect: Bool { link != nil && !nameHoldsLink && !isNameBlank }

    /// A link that came from outside.
    public func offer(_ link: RoomLink) {
        text = link.formatted
        reading = .room(link)
    }

    /// A link that came from outside and could not be read.
    public func refuse(_ error: LinkError) {
        text = ""
        reading = .refused(error)
    }

    /// Forgets the link.
    public func clear() {
        text = ""
        reading = .empty
    }

    private func read() {
        guard text.contains(where: { !$0.isWhitespace }) else {
            reading = .empty
            return
        }
        do throws(LinkError) {
            reading = .room(try RoomLink(parsing: text))
        } catch {
            reading = .refused(error)
        }
    }
}
