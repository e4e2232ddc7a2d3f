import Crypto
import Foundation

/// What a device tells a push bridge about itself, as one text to scan or paste (Docs/Push.md, "Pairing").
///
/// **A secret**: it holds the device's push token and the key that later renewals are sealed with. A code with a known
/// ``device`` replaces what the bridge knew of that device, so that a rotated token needs no second entry.
public struct PairingCode: Codable, Hashable, Sendable {
    /// Which of Apple's servers a token is for; depends on how the app was signed.
    public enum Environment: String, Codable, Hashable, Sendable, CaseIterable {
        case sandbox, production
    }

    /// A device's address at Apple.
    public struct Push: Codable, Hashable, Sendable {
        /// The device token, hexadecimal.
        public var token: String
        /// Which servers it is for.
        public var environment: Environment
        /// The app's bundle identifier: the topic of alerts, and the beginning of the Live Activities' topic.
        public var bundleId: String
        /// The token that starts a Live Activity from afar, hexadecimal.
        public var startToken: String?

        /// An address.
        public init(token: String, environment: Environment, bundleId: String, startToken: String? = nil) {
            self.token = token
            self.environment = environment
            self.bundleId = bundleId
            self.startToken = startToken
        }
    }

    /// What the person wants to hear about on this device.
    public struct Wishes: Codable, Hashable, Sendable {
        /// Questions.
        public var asks = true
        /// Turns that ended.
        public var turnEnds = false
        /// Sessions that ended.
        public var sessionEnds = false
        /// Only turns of at least so many seconds; one of ``turnLengths``.
        public var shortestTurn = 30
        /// Live Activities.
        public var activities = true
        /// How much an alert says. Alerts are sealed: this is about who looks at the lock screen.
        public var privacy = PrivacyLevel.title
        /// How much a Live Activity shows. Apple's servers can read it.
        public var activityPrivacy = PrivacyLevel.private
        /// Keys of rooms this device wants to hear nothing about.
        public var muted: [String] = []

        /// The seconds that ``shortestTurn`` may be: up to a day.
        public static let turnLengths = 0...86_400

        /// Questions, and Live Activities without any text.
        public init() {}
    }

    /// A Live Activity that runs on the device, and the token it is updated with.
    public struct Activity: Codable, Hashable, Sendable {
        /// The room's key on this device.
        public var room: String
        /// Its token, hexadecimal.
        public var token: String

        /// An activity.
        public init(room: String, token: String) {
            self.room = room
            self.token = token
        }
    }

    /// Names the installation: 16 random bytes in hexadecimal, made once.
    public var device: String
    /// What the person calls the device.
    public var name: String
    /// The device's public key (X25519), base64url.
    public var key: String
    /// 32 random bytes, base64url: renewals are sealed with them.
    public var renewal: String
    /// Counts up with every code and renewal of the installation: an older one does not undo a newer one.
    public var serial: Int
    /// Where to push to; nil when the app has no token (yet).
    public var push: Push?
    /// What to push.
    public var wishes: Wishes
    /// Live Activities that run now.
    public var activities: [Activity]

    /// A code.
    public init(
        device: String, name: String, key: AgreementPublicKey, renewal: SealingKey, serial: Int, push: Push?,
        wishes: Wishes = Wishes(), activities: [Activity] = []
    ) {
        self.device = device
        self.name = name
        self.key = Data(key.bytes).base64URL
        self.renewal = renewal.withBytes { Data($0).base64URL }
        self.serial = serial
        self.push = push
        self.wishes = wishes
        self.activities = activities
    }

    /// What every code begins with; the number is the format's version.
    public static let prefix = "enclave-pair:1."
    /// The longest code that is read, in characters.
    public static let maximumLength = 8_192
    /// Live Activities one code can carry.
    public static let maximumActivities = 8

    // MARK: As text

    /// The code as text, to show as a QR code or copy. **A secret.**
    /// - Throws: ``PairingError/unreadable`` when it cannot be encoded.
    public func text() throws(PairingError) -> String {
        do {
            return Self.prefix + (try Self.encoder.encode(self)).base64URL
        } catch {
            throw .unreadable
        }
    }

    /// Reads a code; white space, line breaks and quotes around or in it are left out, as narrow windows add them.
    /// - Throws: ``PairingError``.
    public init(parsing text: String) throws(PairingError) {
        let text = String(text.filter { !$0.isWhitespace && !"\"'`\u{FEFF}\u{200B}".contains($0) })
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
        guard text.hasPrefix(Self.prefix) else {
            throw text.hasPrefix("enclave-pair:") ? .newer : .notACode
        }
        guard let data = Data(base64URL: String(text.dropFirst(Self.prefix.count))) else { throw .unreadable }
        do {
            self = try JSONDecoder().decode(PairingCode.self, from: data)
        } catch {
            throw .unreadable
        }
        try check()
    }

    /// The device's public key.
    /// - Throws: ``PairingError/badField(_:)``.
    public func publicKey() throws(PairingError) -> AgreementPublicKey {
        guard let bytes = Data(base64URL: key), let key = AgreementPublicKey(Array(bytes)) else {
            throw .badField("key")
        }
        return key
    }

    /// The key renewals are sealed with.
    /// - Throws: ``PairingError/badField(_:)``.
    public func renewalKey() throws(PairingError) -> SealingKey {
        guard let bytes = Data(base64URL: renewal), let key = SealingKey(Array(bytes)) else {
            throw .badField("renewal")
        }
        return key
    }

    private func check() throws(PairingError) {
        _ = try publicKey()
        _ = try renewalKey()
        guard Hexadecimal.decode(device)?.count == 16 else { throw .badField("device") }
        guard serial >= 0 else { throw .badField("serial") }
        guard name.utf8.count <= 256 else { throw .badField("name") }
        guard wishes.muted.count <= 256, Wishes.turnLengths.contains(wishes.shortestTurn) else {
            throw .badField("wishes")
        }
        guard activities.count <= Self.maximumActivities, activities.allSatisfy({ Self.isToken($0.token) }) else {
            throw .badField("activities")
        }
        if let push {
            guard Self.isToken(push.token) else { throw .badField("push.token") }
            guard push.startToken.map(Self.isToken) ?? true else { throw .badField("push.startToken") }
            // The topic goes into a header: only what a bundle identifier may hold.
            guard !push.bundleId.isEmpty, push.bundleId.utf8.count <= 155,
                push.bundleId.utf8.allSatisfy({ Self.isBundleCharacter($0) })
            else { throw .badField("push.bundleId") }
        }
    }

    /// Tokens have 32 bytes today; Apple asks not to rely on that. They go into a URL's path.
    private static func isToken(_ token: String) -> Bool {
        (8...256).contains(Hexadecimal.decode(token)?.count ?? 0)
    }

    private static func isBundleCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension PairingCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Redacted.
    public var description: String { "PairingCode(redacted)" }
    /// Redacted, like the description.
    public var debugDescription: String { description }
    /// Empty: reflection shows nothing of what is inside.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Why a pairing code or a renewal cannot be read.
public enum PairingError: Error, Sendable, Hashable {
    /// Nothing but white space.
    case empty
    /// Does not begin as a code does.
    case notACode
    /// A version that this program does not know.
    case newer
    /// Longer than any code.
    case tooLong
    /// Cut off or changed.
    case unreadable
    /// A field that cannot be so.
    case badField(String)
    /// A renewal sealed with another key than the device's.
    case notFromDevice
}

extension PairingError: CustomStringConvertible {
    /// What is wrong, in a sentence; never the code itself.
    public var description: String {
        switch self {
        case .empty: "There is no pairing code."
        case .notACode: "This is not a pairing code: one begins with enclave-pair:"
        case .newer: "The pairing code is of a newer version. Update this program."
        case .tooLong: "This is too long to be a pairing code."
        case .unreadable: "The pairing code is damaged or cut off. Copy it once more, whole."
        case .badField(let field): "The pairing code's field \(field) cannot be used. Make a new code in the app."
        case .notFromDevice: "The renewal was not made by the device that was paired."
        }
    }
}
