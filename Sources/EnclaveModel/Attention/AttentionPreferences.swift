import Attention
import EnclaveContracts
import Foundation
import Observation

/// What the person wants to hear about, and how much of it others may see; kept over launches.
@MainActor
@Observable
public final class AttentionPreferences {
    /// What is kept.
    public struct Choices: Sendable, Hashable, Codable {
        /// Questions, turns, ends, and how much the lock screen shows.
        public var attention = AttentionSettings()
        /// Live Activities on the lock screen.
        public var showsActivities = true
        /// How much a Live Activity shows that is updated from afar: Apple's servers can read it.
        public var pushedActivityPrivacy = PrivacyLevel.private
        /// Rooms this device wants to hear nothing about.
        public var muted: Set<String> = []

        /// Questions, titles, Live Activities without text from afar.
        public init() {}
    }

    /// The choices; setting them keeps them.
    public var choices: Choices {
        didSet { if choices != oldValue { keep() } }
    }
    /// Why a choice could not be kept.
    public private(set) var problem: String?

    @ObservationIgnored private let files: PrivateFiles?
    @ObservationIgnored private let shared: PrivateFiles?
    private static let name = "attention.json"

    /// Preferences over a folder.
    /// - Parameters:
    ///   - files: where the choices are kept; nil keeps them in memory only.
    ///   - shared: the folder that the notification service extension reads the privacy level from.
    public init(files: PrivateFiles?, shared: PrivateFiles? = nil) {
        self.files = files
        self.shared = shared
        choices = Choices()
        guard let files else { return }
        do {
            guard let data = try files.read(Self.name) else { return }
            choices = try JSONDecoder().decode(Choices.self, from: data)
        } catch {
            // The careful defaults hold, and the person is told.
            problem = error.localizedDescription
        }
    }

    /// Whether the person wants to hear of a room, by its key.
    public subscript(hears room: String) -> Bool {
        get { !choices.muted.contains(room) }
        set {
            if newValue { choices.muted.remove(room) } else { choices.muted.insert(room) }
        }
    }

    /// The same choices as a pairing code tells them.
    public var wishes: PairingCode.Wishes {
        var wishes = PairingCode.Wishes()
        wishes.asks = choices.attention.tellsAsks
        wishes.turnEnds = choices.attention.tellsTurnEnds
        wishes.sessionEnds = choices.attention.tellsSessionEnds
        wishes.shortestTurn = Int(choices.attention.shortestTurn)
        wishes.activities = choices.showsActivities
        wishes.privacy = choices.attention.privacy
        wishes.activityPrivacy = min(choices.pushedActivityPrivacy, choices.attention.privacy)
        // The code takes 256; nobody mutes more rooms than that one by one.
        wishes.muted = Array(choices.muted.sorted().prefix(256))
        return wishes
    }

    /// Writes the privacy level where the notification service extension reads it; until then it shows nothing but
    /// generic words. Done at launch and with every change.
    func share() {
        do {
            try shared?.write(Data(choices.attention.privacy.rawValue.utf8), to: SharedPrivacy.fileName)
        } catch {
            problem = error.localizedDescription
        }
    }

    private func keep() {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            try files?.write(encoder.encode(choices), to: Self.name)
            problem = nil
        } catch {
            problem = error.localizedDescription
        }
        share()
    }
}
