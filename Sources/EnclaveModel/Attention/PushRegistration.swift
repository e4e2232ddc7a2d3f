import Crypto
import EnclaveAlerts
import EnclaveContracts
import Foundation
import Observation

/// What the device tells a push bridge about itself (feature N4, Docs/Push.md): the pairing code, and later renewals of
/// it whenever a token or a wish has changed.
///
/// Nothing is sent from here. A code goes to the bridge by the person's hand, as a picture or a text. A renewal, which
/// shows nobody anything but the device's random name, is sent by ``RenewalController`` where the bridge's address is
/// known, and goes by hand as well where it is not.
@MainActor
@Observable
public final class PushRegistration {
    /// Where the device stands with its bridge.
    public enum Standing: Sendable, Hashable {
        /// No code was handed out yet.
        case unpaired
        /// The bridge knows what there is to know.
        case current
        /// A token or a wish has changed since the last code or renewal.
        case outdated
    }

    /// What the person calls the device.
    public var name: String {
        didSet { if name != oldValue { keep() } }
    }
    /// Apple's token for this device and app; nil until the system gives one out.
    public private(set) var token: Data?
    /// Starts Live Activities from afar.
    public private(set) var startToken: Data?
    /// Live Activities that run, with their tokens.
    public private(set) var activities: [PairingCode.Activity] = []
    /// Why there is no token, in a sentence.
    public private(set) var tokenProblem: String?
    /// Why something could not be kept, in a sentence.
    public private(set) var problem: String?
    /// Names the installation on the bridge.
    public private(set) var device: String
    /// Where the bridge takes renewals; nil until the person has said so.
    public private(set) var address: BridgeAddress?
    /// When the bridge took a renewal last.
    public private(set) var renewedAt: Date?
    /// The bridge refused a renewal, and the person has done nothing about it yet.
    public private(set) var isRefused = false
    /// Counts up with whatever the person does about the bridge: a code, another address, forgetting it. What was
    /// under way before is of no interest any more.
    public private(set) var epoch = 0

    /// A renewal to be sent.
    public struct Renewal: Sendable {
        /// What goes to the bridge.
        public let text: String
        fileprivate let facts: Facts
        fileprivate let epoch: Int
    }

    @ObservationIgnored private let keys: DeviceKeyStore
    @ObservationIgnored private let files: PrivateFiles?
    @ObservationIgnored private let bundleId: String
    @ObservationIgnored private let environment: PairingCode.Environment
    private var serial = 0
    private var handedOut: Facts?
    private static let fileName = "push.json"

    /// What the bridge was told last, without secrets: tokens are no secrets on the device that has them, but nothing is
    /// gained by keeping them either, so only their hash is.
    fileprivate struct Facts: Codable, Hashable {
        var hash: [UInt8]
    }

    private struct Kept: Codable {
        var device: String
        var name: String
        var serial: Int
        var handedOut: Facts?
        var address: String?
        var renewedAt: Date?
        var isRefused: Bool?
    }

    /// A registration.
    /// - Parameters:
    ///   - keys: the device's keys.
    ///   - files: where name and serial are kept; nil keeps them in memory only.
    ///   - bundleId: the app's.
    ///   - environment: which of Apple's servers give out the tokens of this build.
    ///   - name: the device's, until the person says otherwise.
    public init(
        keys: DeviceKeyStore, files: PrivateFiles?, bundleId: String, environment: PairingCode.Environment, name: String
    ) {
        self.keys = keys
        self.files = files
        self.bundleId = bundleId
        self.environment = environment
        self.name = name
        device = ""
        restore()
    }

    // MARK: What the system says

    /// The system gave out a device token: at every launch, and when it changes.
    public func tokenArrived(_ token: Data) {
        tokenProblem = nil
        if self.token != token { self.token = token }
    }

    /// The system gave none.
    public func tokenFailed(_ words: String) { tokenProblem = words }

    /// Live Activities and the token that starts them have changed.
    public func activitiesChanged(_ activities: [PairingCode.Activity], start: Data?) {
        // The code has room for eight; there are never more than three.
        self.activities = Array(activities.prefix(PairingCode.maximumActivities))
        if let start { startToken = start }
    }

    // MARK: What the bridge is told

    /// Where the device stands with its bridge.
    public func standing(wishes: PairingCode.Wishes) -> Standing {
        guard let handedOut else { return .unpaired }
        do {
            return handedOut == (try facts(wishes)) ? .current : .outdated
        } catch {
            return .outdated
        }
    }

    /// The pairing code as text, for a picture or the pasteboard. **A secret**: whoever has it can send this device
    /// notifications.
    /// - Throws: ``EnclaveAlerts/DeviceKeyError``, ``EnclaveContracts/PairingError``.
    public func pairingCode(wishes: PairingCode.Wishes) throws -> String {
        let facts = try facts(wishes)
        let text = try code(wishes, serial: serial + 1).text()
        serial += 1
        handOut(facts)
        return text
    }

    /// What has changed since the code, sealed for the bridge that has it: no secret. It counts as handed out.
    /// - Throws: as ``pairingCode(wishes:)``.
    public func renewal(wishes: PairingCode.Wishes) throws -> String {
        let renewal = try nextRenewal(wishes: wishes)
        handOut(renewal.facts)
        return renewal.text
    }

    /// A renewal to be sent: it counts as handed out when ``took(_:at:)`` is called.
    /// - Throws: as ``pairingCode(wishes:)``, and ``StorageError`` when its number cannot be kept: a bridge would take a
    ///   number that is used twice for an old renewal.
    public func nextRenewal(wishes: PairingCode.Wishes) throws -> Renewal {
        let facts = try facts(wishes)
        let renewal = try PairingRenewal(code(wishes, serial: serial + 1))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(renewal), as: UTF8.self)
        serial += 1
        try write()
        return Renewal(text: text, facts: facts, epoch: epoch)
    }

    /// The bridge took a renewal. What has changed since it was made has not been told yet.
    public func took(_ renewal: Renewal, at date: Date) {
        guard renewal.epoch == epoch else { return }
        handedOut = renewal.facts
        renewedAt = date
        keep()
    }

    /// The bridge refused a renewal: it does not know this device, or knows something newer of it.
    public func wasRefused(_ renewal: Renewal) {
        guard renewal.epoch == epoch else { return }
        isRefused = true
        keep()
    }

    /// Where the bridge takes renewals; nil: nowhere, they go by hand.
    public func choose(address: BridgeAddress?) {
        guard address != self.address else { return }
        self.address = address
        acted()
        keep()
    }

    private func handOut(_ facts: Facts) {
        handedOut = facts
        acted()
        keep()
    }

    private func acted() {
        epoch += 1
        isRefused = false
        renewedAt = nil
    }

    /// Forgets the bridge: new keys and a new name, so that whatever the old bridge sends opens no more.
    public func reset() {
        do {
            try keys.remove()
            device = try Self.randomName()
            serial = 0
            handedOut = nil
            address = nil
            acted()
            keep()
        } catch {
            problem = error.localizedDescription
        }
    }

    // MARK: Inside

    private func code(_ wishes: PairingCode.Wishes, serial: Int) throws -> PairingCode {
        let keys = try keys.keysOrNew()
        var push: PairingCode.Push?
        if let token {
            push = PairingCode.Push(
                token: token.hexadecimal, environment: environment, bundleId: bundleId,
                startToken: startToken?.hexadecimal)
        }
        return PairingCode(
            device: device, name: name.clipped(toBytes: 256), key: keys.agreement.publicKey, renewal: keys.renewal,
            serial: serial, push: push, wishes: wishes, activities: activities)
    }

    /// What a code would say now, whatever its number.
    private func facts(_ wishes: PairingCode.Wishes) throws -> Facts {
        Facts(hash: try Digests.sha256(Array(try code(wishes, serial: 0).text().utf8)))
    }

    private func restore() {
        do {
            if let files, let data = try files.read(Self.fileName) {
                let kept = try JSONDecoder().decode(Kept.self, from: data)
                device = kept.device
                name = kept.name
                serial = kept.serial
                handedOut = kept.handedOut
                renewedAt = kept.renewedAt
                isRefused = kept.isRefused ?? false
                if let text = kept.address { restore(address: text) }
            } else {
                device = try Self.randomName()
            }
        } catch {
            problem = error.localizedDescription
        }
    }

    private func restore(address text: String) {
        do throws(BridgeAddressError) {
            address = try BridgeAddress(parsing: text)
        } catch {
            // The screen shows no address: the person enters it again.
            problem = error.description
        }
    }

    private func keep() {
        do { try write() } catch { problem = error.localizedDescription }
    }

    private func write() throws {
        guard let files, !device.isEmpty else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let kept = Kept(
            device: device, name: name, serial: serial, handedOut: handedOut, address: address?.text,
            renewedAt: renewedAt, isRefused: isRefused)
        try files.write(encoder.encode(kept), to: Self.fileName)
        problem = nil
    }

    private static func randomName() throws -> String { Hexadecimal.encode(try SecureRandom.bytes(16)) }
}
