import Crypto
import Foundation

/// The device's secrets for pushes: the key that opens sealed alerts, and the one that renewals are sealed with.
public struct DeviceKeys: Sendable {
    /// Opens what a bridge sealed for this device.
    public let agreement: AgreementKey
    /// Seals what the device tells the bridge later (``EnclaveContracts/PairingRenewal``).
    public let renewal: SealingKey

    /// Fresh keys.
    /// - Throws: ``DeviceKeyError/crypto(_:)``.
    public init() throws(DeviceKeyError) {
        do throws(CryptoError) {
            agreement = try AgreementKey()
            guard let key = SealingKey(try SecureRandom.bytes(SealingKey.byteCount)) else { throw .truncated }
            renewal = key
        } catch {
            throw .crypto(error)
        }
    }

    /// Keys as they were stored.
    /// - Throws: ``DeviceKeyError/damaged``.
    init(stored data: Data) throws(DeviceKeyError) {
        let bytes = Array(data)
        guard bytes.count == AgreementKey.byteCount + SealingKey.byteCount else { throw .damaged }
        guard let renewal = SealingKey(Array(bytes[AgreementKey.byteCount...])) else { throw .damaged }
        do {
            agreement = try AgreementKey(secret: Array(bytes[..<AgreementKey.byteCount]))
        } catch {
            throw .damaged
        }
        self.renewal = renewal
    }

    var stored: Data {
        agreement.withSecret { Data($0) } + renewal.withBytes { Data($0) }
    }
}

/// Where the device's keys lie: in the keychain, readable for the app and its notification service extension from the
/// first unlock on, on this device only.
public struct DeviceKeyStore: Sendable {
    private let keychain: any Keychain
    private let item: KeychainItem

    /// A store.
    /// - Parameters:
    ///   - keychain: the system's, or a test's.
    ///   - accessGroup: the group that app and extension share; nil where there is only the app.
    public init(keychain: any Keychain, accessGroup: String?) {
        self.keychain = keychain
        item = KeychainItem(service: "xyz.epsilver.enclave.push", account: "device-keys", accessGroup: accessGroup)
    }

    /// The keys, or nil when none were made yet.
    /// - Throws: ``DeviceKeyError/locked`` while they cannot be read: they exist, and must not be made anew.
    public func keys() throws(DeviceKeyError) -> DeviceKeys? {
        let (status, data) = keychain.copy(item)
        switch status {
        case KeychainStatus.success:
            guard let data else { throw .damaged }
            return try DeviceKeys(stored: data)
        case KeychainStatus.notFound: return nil
        case KeychainStatus.locked: throw .locked
        default: throw .system(status)
        }
    }

    /// The keys; they are made and kept the first time.
    /// - Throws: ``DeviceKeyError``.
    public func keysOrNew() throws(DeviceKeyError) -> DeviceKeys {
        if let known = try keys() { return known }
        let fresh = try DeviceKeys()
        let status = keychain.add(item, data: fresh.stored)
        switch status {
        case KeychainStatus.success: return fresh
        case KeychainStatus.locked: throw .locked
        default: throw .system(status)
        }
    }

    /// Deletes the keys: nothing that was sealed for them opens any more.
    /// - Throws: ``DeviceKeyError``.
    public func remove() throws(DeviceKeyError) {
        let status = keychain.delete(item)
        guard status == KeychainStatus.success || status == KeychainStatus.notFound else { throw .system(status) }
    }
}

/// Why the device's keys cannot be had. Never holds a key.
public enum DeviceKeyError: Error, Sendable, Hashable {
    /// The device has not been unlocked since it was started.
    case locked
    /// What is stored are no keys.
    case damaged
    /// The keychain's own error number.
    case system(Int32)
    /// The system's cryptography failed.
    case crypto(CryptoError)
}

extension DeviceKeyError: LocalizedError {
    /// A sentence a person can act on.
    public var errorDescription: String? {
        switch self {
        case .locked: "This device's push key is protected until the device is unlocked. Unlock it and try again."
        case .damaged: "This device's push key can't be read. Make a new pairing code."
        case .system(let code): "This device's push key could not be reached (system error \(code)). Try again."
        case .crypto(let error): error.description
        }
    }
}
