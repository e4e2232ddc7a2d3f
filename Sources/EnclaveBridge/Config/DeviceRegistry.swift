import EnclaveContracts
import Foundation

/// The devices of a configuration's registry, for `enclave bridge devices`, `pair` and `revoke`; works beside a running
/// bridge, which takes notice within seconds.
public struct DeviceRegistry: Sendable {
    /// A device, as far as a terminal may show it.
    public struct Device: Sendable, Hashable {
        /// 32 hexadecimal digits; their beginning names the device in commands and logs.
        public var tag: String
        /// What the person calls it.
        public var name: String
        /// Apple's environment; nil when the app has no push token.
        public var environment: String?
        /// What is told, in words.
        public var wishes: String
        /// Milliseconds since 1970.
        public var registeredAt: Int
        /// Why nothing is sent any more.
        public var disabled: String?
        /// Why nothing is sent as the bridge is set up now, and what to do about it, in a sentence.
        public var obstacle: String?
    }

    private let store: BridgeStore
    private let hasAccount: Bool

    /// Opens the registry.
    /// - Throws: ``BridgeConfigError``, ``StoreError``.
    public init(_ config: BridgeConfig) async throws {
        store = try Bridge.store(config, wall: { BridgeStore.wallClock() })
        hasAccount = config.account != nil
        try await store.prepare()
    }

    /// All devices, oldest first.
    /// - Throws: ``StoreError``.
    public func devices() async throws -> [Device] { try await store.devices().map(describe) }

    /// Takes a pairing code in, or the renewal of a device that is paired.
    /// - Returns: the device; nil when a newer code of it is known, or a renewal's device is not paired.
    /// - Throws: ``EnclaveContracts/PairingError``, ``StoreError``.
    public func pair(_ text: String) async throws -> Device? {
        let tag: String?
        if let renewal = PairingRenewal(parsing: text) {
            tag = try await store.renew(renewal)
        } else {
            tag = try await store.register(try PairingCode(parsing: text))
        }
        guard let tag else { return nil }
        return try await store.devices().first { $0.tag == tag }.map(describe)
    }

    /// Forgets the device whose tag begins so, or whose name is so.
    /// - Returns: the device; nil when there is none or more than one.
    /// - Throws: ``StoreError``.
    public func revoke(_ word: String) async throws -> Device? {
        let found = try await store.devices().filter {
            $0.code.name == word || word.count >= 4 && $0.tag.hasPrefix(word.lowercased())
        }
        guard let device = found.first, found.count == 1, try await store.revoke(tag: device.tag) else { return nil }
        return describe(device)
    }

    /// Closes the registry.
    public func close() { store.close() }

    private func describe(_ device: RegisteredDevice) -> Device {
        let wishes = device.code.wishes
        var words: [String] = []
        if wishes.asks { words.append("asks") }
        if wishes.turnEnds { words.append("turn ends") }
        if wishes.sessionEnds { words.append("session ends") }
        if wishes.activities { words.append("activities") }
        var obstacle: String?
        if device.code.push == nil {
            obstacle = "Its code holds no push token: allow notifications in the app and pair it again."
        } else if !hasAccount {
            obstacle =
                "Pushes need an Apple developer account: fill in apns, or tell this phone by a sink such as ntfy."
        }
        return Device(
            tag: device.tag, name: device.code.name, environment: device.code.push?.environment.rawValue,
            wishes: words.joined(separator: ", "), registeredAt: device.registeredAt, disabled: device.disabled,
            obstacle: obstacle)
    }
}
