import CollabWire
import Crypto
import EnclaveContracts
import Foundation

/// What a bridge is told to do: a JSON file with mode 0600, or the same JSON on standard input (Docs/Push.md).
///
/// Its description is redacted: it holds links and keys.
public struct BridgeConfig: Sendable {
    /// An Apple developer account's key for APNs.
    public struct Account: Sendable, Hashable {
        /// Path of the `.p8` file.
        public var keyFile: String
        /// Ten characters.
        public var keyId: String
        /// Ten characters.
        public var teamId: String
        /// Where to push instead of Apple's servers: for tests.
        public var origin: String?
        /// A PEM file of certificates to trust instead of the system's: for tests.
        public var trustFile: String?
    }

    /// Somewhere else to tell.
    public struct SinkConfig: Sendable, Hashable {
        /// What kind of sink.
        public enum Kind: Sendable, Hashable {
            /// Address, and the secret events are signed with.
            case webhook(url: String, secret: String)
            /// Address with the topic, and an access token.
            case ntfy(url: String, token: String?)
            /// Absolute path and fixed arguments.
            case command([String])
            /// `notify-send`.
            case desktop(program: String)
        }

        /// Names the sink; a changed name is another sink, which is told open questions again.
        public var name: String
        /// What kind of sink.
        public var kind: Kind
        /// What to tell.
        public var wishes: PairingCode.Wishes
    }

    /// Where to listen.
    public struct Listen: Sendable, Hashable {
        /// Numeric.
        public var address: String
        /// 0 lets the system choose.
        public var port: Int
    }

    /// The name others see in the rooms.
    public var name = "bridge"
    /// The rooms.
    public var rooms: [FollowedRoom] = []
    /// The folder of registry and state key.
    public var state: String
    /// The state key's file, when several bridges share a database; otherwise one in the folder.
    public var stateKey: String?
    /// A PostgreSQL address for several bridges; nil keeps a file in the folder. May hold a password.
    public var database: String?
    /// Nil when there is no developer account.
    public var account: Account?
    /// Other sinks.
    public var sinks: [SinkConfig] = []
    /// Health and metrics, on loopback only; nil for none.
    public var status: Listen?
    /// Renewals of devices; nil for none.
    public var renewals: Listen?
    /// Where devices reach them, for the person to enter in the app.
    public var renewalAddress: BridgeAddress?
    /// How much is logged.
    public var logLevel = BridgeLog.Level.info

    /// The variable that names the configuration file.
    public static let fileVariable = "ENCLAVE_BRIDGE_CONFIG"
    /// The variable with further links, between white space.
    public static let linksVariable = "ENCLAVE_BRIDGE_LINKS"

    /// Where the state key is, or will be.
    var stateKeyFile: String { stateKey ?? state + "/key" }

    // MARK: Reading

    /// Reads a configuration file.
    /// - Throws: ``BridgeConfigError``; a file that others may read is refused.
    public static func load(
        _ path: String, environment: [String: String]
    ) throws(BridgeConfigError) -> BridgeConfig {
        try BridgeConfig(
            json: PrivateFile.read(path, what: "the configuration", isOne: isObject),
            folder: (path as NSString).deletingLastPathComponent, environment: environment)
    }

    /// Whether a file looks like a configuration.
    private static func isObject(_ file: Data) -> Bool {
        file.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
    }

    /// Reads a configuration.
    /// - Parameters:
    ///   - json: the JSON.
    ///   - folder: what relative paths are relative to.
    ///   - environment: further links (``linksVariable``).
    /// - Throws: ``BridgeConfigError``, which never repeats a value.
    public init(json: Data, folder: String, environment: [String: String]) throws(BridgeConfigError) {
        if let repeated = RepeatedField.first(in: json) {
            throw .repeatedField(
                repeated.path.map { Int($0) == nil ? BridgeConfigError.shown($0) : $0 }.joined(separator: "."),
                line: repeated.line)
        }
        let shape: Shape
        do {
            shape = try JSONDecoder().decode(KnownFields<Shape>.self, from: json).value
        } catch let error as BridgeConfigError {
            throw error
        } catch let error as DecodingError {
            throw .malformed(Self.words(error))
        } catch {
            throw .malformed("it is no JSON")
        }
        func path(_ text: String) -> String {
            text.hasPrefix("/") || folder.isEmpty ? text : (folder as NSString).appendingPathComponent(text)
        }
        state = path(shape.state ?? "state")
        stateKey = shape.stateKey.map(path)
        if let name = shape.name {
            guard name.contains(where: { !$0.isWhitespace }) else { throw .malformed("name is empty") }
            guard !RoomLink.occurs(in: name) else {
                throw .malformed("name holds a link; everybody in the rooms would read it")
            }
            self.name = name
        }
        database = shape.database
        account = shape.apns.map(\.value).map {
            Account(
                keyFile: path($0.keyFile), keyId: $0.keyId, teamId: $0.teamId, origin: $0.origin,
                trustFile: $0.trustFile.map(path))
        }
        if let account {
            // Both go into the token's JSON as they are.
            for text in [account.keyId, account.teamId]
            where text.isEmpty || text.utf8.count > 20
                || !text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
            {
                throw .malformed("apns.keyId and apns.teamId are ten letters and digits each")
            }
        }
        let links =
            (shape.rooms ?? [])
            + (environment[Self.linksVariable] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        rooms = try Self.rooms(links)
        var names: Set<String> = []
        for (index, sink) in (shape.sinks ?? []).enumerated() {
            let read = try sink.value.config(place: "sinks.\(index + 1)")
            guard names.insert(read.name).inserted else {
                throw .malformed("two sinks have the same name; give each a name of its own")
            }
            sinks.append(read)
        }
        if let port = try shape.statusPort?.value(in: Self.ports, "statusPort") {
            status = Listen(address: "127.0.0.1", port: port)
        }
        if let listen = shape.renewals?.value {
            renewals = Listen(
                address: listen.address ?? "127.0.0.1", port: try listen.port.value(in: Self.ports, "renewals.port"))
            renewalAddress = try listen.url.map { text throws(BridgeConfigError) in try Self.address(text) }
        }
        if let level = shape.log { logLevel = try Self.choice(level, "log") }
    }

    private static let ports = 0...65_535

    /// Read as the app reads it, so that what is printed can be entered there.
    private static func address(_ text: String) throws(BridgeConfigError) -> BridgeAddress {
        do throws(BridgeAddressError) {
            return try BridgeAddress(parsing: text)
        } catch {
            throw .malformed("renewals.url is none that the app takes: \(error.description.dropLast())")
        }
    }

    /// A word of those a field takes.
    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ word: String, _ place: String
    ) throws(BridgeConfigError) -> Choice where Choice.RawValue == String {
        guard let choice = Choice(rawValue: word) else {
            throw .malformed("\(place) is one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    /// Rooms from links; the same room twice is one room, with the link that allows more.
    public static func rooms(_ links: [String]) throws(BridgeConfigError) -> [FollowedRoom] {
        var rooms: [FollowedRoom] = []
        for (index, text) in links.enumerated() {
            let room: FollowedRoom
            do {
                room = try FollowedRoom(RoomLink(parsing: text))
            } catch let error as LinkError {
                throw .badLink(index + 1, error.description)
            } catch {
                throw .badLink(index + 1, "it cannot be hashed.")
            }
            if let known = rooms.firstIndex(where: { $0.key == room.key }) {
                if room.link.access == .control { rooms[known] = room }
            } else {
                rooms.append(room)
            }
        }
        return rooms
    }

    private static func words(_ error: DecodingError) -> String {
        func place(_ path: [any CodingKey]) -> String { BridgeConfigError.place(path) }
        switch error {
        case .keyNotFound(let key, let context): return "\(place(context.codingPath + [key])) is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            return context.codingPath.isEmpty
                ? "it is not one JSON object"
                : "\(place(context.codingPath)) is not what it should be\(expected(type))"
        case .dataCorrupted(let context):
            return context.codingPath.isEmpty ? "it is no JSON" : "\(place(context.codingPath)) cannot be read"
        @unknown default: return "it cannot be read"
        }
    }

    /// What a field takes, for a person.
    private static func expected(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: ": a text in quotes"
        case is Bool.Type: ": true or false"
        case is Int.Type: ": a whole number"
        case is [Any].Type: ": a list in brackets"
        case is [String: Any].Type: ": an object in braces"
        default: ""
        }
    }

    /// A number as it is written: whether it is one that a field takes is judged where the field's bounds are known.
    private struct WrittenNumber: Decodable {
        private let number: Int?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                number = try container.decode(Int.self)
            } catch DecodingError.typeMismatch(let type, let context) {
                throw DecodingError.typeMismatch(type, context)
            } catch DecodingError.valueNotFound(let type, let context) {
                throw DecodingError.valueNotFound(type, context)
            } catch {
                // Broken, or beyond every bound: the decoder has an error of its own for those, without a place.
                number = nil
            }
        }

        func value(in range: ClosedRange<Int>, _ place: String) throws(BridgeConfigError) -> Int {
            guard let number, range.contains(number) else {
                throw .malformed("\(place) is a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
    }

    // MARK: The file's shape

    private struct Shape: FieldNamed {
        var name: String?
        var rooms: [String]?
        var state: String?
        var stateKey: String?
        var database: String?
        var apns: KnownFields<Apns>?
        var sinks: [KnownFields<SinkShape>]?
        var statusPort: WrittenNumber?
        var renewals: KnownFields<ListenShape>?
        var log: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case name, rooms, state, stateKey, database, apns, sinks, statusPort, renewals, log
        }
    }

    private struct Apns: FieldNamed {
        var keyFile: String
        var keyId: String
        var teamId: String
        var origin: String?
        var trustFile: String?

        enum CodingKeys: String, CodingKey, CaseIterable { case keyFile, keyId, teamId, origin, trustFile }
    }

    private struct ListenShape: FieldNamed {
        var address: String?
        var port: WrittenNumber
        var url: String?

        enum CodingKeys: String, CodingKey, CaseIterable { case address, port, url }
    }

    private struct SinkShape: FieldNamed {
        var type: String
        var name: String?
        var url: String?
        var secret: String?
        var token: String?
        var command: [String]?
        var asks: Bool?
        var turnEnds: Bool?
        var sessionEnds: Bool?
        var shortestTurn: WrittenNumber?
        var privacy: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case type, name, url, secret, token, command, asks, turnEnds, sessionEnds, shortestTurn, privacy
        }

        /// - Parameter place: which sink of the list, for errors.
        func config(place: String) throws(BridgeConfigError) -> SinkConfig {
            var wishes = PairingCode.Wishes()
            wishes.asks = asks ?? true
            wishes.turnEnds = turnEnds ?? false
            wishes.sessionEnds = sessionEnds ?? false
            wishes.shortestTurn =
                try shortestTurn?.value(in: PairingCode.Wishes.turnLengths, "\(place).shortestTurn") ?? 30
            wishes.activities = false
            if let privacy { wishes.privacy = try BridgeConfig.choice(privacy, "\(place).privacy") }
            let kind = try kind(place)
            try refuseForeignFields(place)
            return SinkConfig(name: name ?? type, kind: kind, wishes: wishes)
        }

        private func kind(_ place: String) throws(BridgeConfigError) -> SinkConfig.Kind {
            switch type {
            case "webhook":
                guard let secret, secret.utf8.count >= 16 else {
                    throw .malformed("a webhook needs a secret of at least 16 characters")
                }
                return .webhook(url: try address(), secret: secret)
            case "ntfy":
                let url = try address()
                guard NtfySink.parts(url) != nil else {
                    throw .malformed("the url of an ntfy sink ends in its topic, as in https://ntfy.sh/topic")
                }
                return .ntfy(url: url, token: token)
            case "command":
                guard let command, let program = command.first, program.hasPrefix("/") else {
                    throw .malformed("a command sink needs a command that begins with an absolute path")
                }
                return .command(command)
            case "desktop":
                let program = command?.first ?? "/usr/bin/notify-send"
                guard program.hasPrefix("/"), command?.count ?? 1 == 1 else {
                    throw .malformed("the command of a desktop sink is the absolute path of notify-send alone")
                }
                return .desktop(program: program)
            default: throw .malformed("\(place).type is one of webhook, ntfy, command, desktop")
            }
        }

        /// A token that a webhook never sends is as good as misspelt.
        private func refuseForeignFields(_ place: String) throws(BridgeConfigError) {
            let given: [(CodingKeys, Bool, String)] = [
                (.url, url != nil, "webhook ntfy"), (.secret, secret != nil, "webhook"), (.token, token != nil, "ntfy"),
                (.command, command != nil, "command desktop"),
            ]
            for (field, isGiven, types) in given where isGiven && !types.split(separator: " ").contains(type[...]) {
                throw .malformed("\(place).\(field.rawValue) says nothing to a sink of type \(type); leave it out")
            }
        }

        /// Plain HTTP is for this machine only, as with links.
        private func address() throws(BridgeConfigError) -> String {
            guard let url, let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty else {
                throw .malformed("a \(type) sink needs a url, as in https://example.org/path")
            }
            let isLoopback = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
            guard parts.scheme == "https" || parts.scheme == "http" && isLoopback else {
                throw .malformed(
                    "the url of a \(type) sink begins with https://; http:// goes no further than this machine")
            }
            return url
        }
    }
}

extension BridgeConfig: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Redacted.
    public var description: String { "BridgeConfig(rooms: \(rooms.count), sinks: \(sinks.count))" }
    /// Redacted, like the description.
    public var debugDescription: String { description }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
