// After CryptoKit.swiftinterface of the SDK of iOS 18.0; P256 and AES.GCM.Nonce were not looked up.
// Nothing is Sendable here that is not Sendable there.
@_exported import AppleFoundation

public struct SymmetricKey: ContiguousBytes {
    public init<D: ContiguousBytes>(data: D) { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public var bitCount: Int { fatalError() }
}

public enum AES {
    public enum GCM {
        public struct Nonce: ContiguousBytes, Sequence {
            public init() { fatalError() }
            public init<D: DataProtocol>(data: D) throws { fatalError() }
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
            public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
        }

        public struct SealedBox {
            public var tag: Data { fatalError() }
            public var ciphertext: Data { fatalError() }
            public var nonce: AES.GCM.Nonce { fatalError() }
            public var combined: Data? { fatalError() }
            public init<D: DataProtocol>(combined: D) throws { fatalError() }
            public init<C: DataProtocol, T: DataProtocol>(nonce: AES.GCM.Nonce, ciphertext: C, tag: T) throws {
                fatalError()
            }
        }

        public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
            _ message: Plaintext, using key: SymmetricKey, nonce: AES.GCM.Nonce? = nil,
            authenticating authenticatedData: AuthenticatedData
        ) throws -> AES.GCM.SealedBox { fatalError() }
        public static func seal<Plaintext: DataProtocol>(
            _ message: Plaintext, using key: SymmetricKey, nonce: AES.GCM.Nonce? = nil
        ) throws -> AES.GCM.SealedBox { fatalError() }
        public static func open<AuthenticatedData: DataProtocol>(
            _ sealedBox: AES.GCM.SealedBox, using key: SymmetricKey, authenticating authenticatedData: AuthenticatedData
        ) throws -> Data { fatalError() }
        public static func open(_ sealedBox: AES.GCM.SealedBox, using key: SymmetricKey) throws -> Data { fatalError() }
    }
}

public protocol Digest: ContiguousBytes, CustomStringConvertible, Hashable, Sequence where Element == UInt8 {
    static var byteCount: Int { get }
}

public struct SHA256Digest: Digest {
    public static var byteCount: Int { fatalError() }
    public var description: String { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}

public protocol HashFunction {
    associatedtype Digest: CryptoKit.Digest
    init()
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    func finalize() -> Self.Digest
}

extension HashFunction {
    public static func hash<D: DataProtocol>(data: D) -> Self.Digest { fatalError() }
    public mutating func update<D: DataProtocol>(data: D) { fatalError() }
}

public struct SHA256: HashFunction {
    public typealias Digest = SHA256Digest
    public init() { fatalError() }
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { fatalError() }
    public func finalize() -> SHA256.Digest { fatalError() }
}

public protocol MessageAuthenticationCode: ContiguousBytes, CustomStringConvertible, Hashable, Sequence
where Element == UInt8 {
    var byteCount: Int { get }
}

public struct HashedAuthenticationCode<H: HashFunction>: MessageAuthenticationCode {
    public var byteCount: Int { fatalError() }
    public var description: String { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}

public struct HMAC<H: HashFunction> {
    public typealias MAC = HashedAuthenticationCode<H>
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> HMAC<H>.MAC {
        fatalError()
    }
}

public struct SharedSecret: ContiguousBytes {
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

public enum Curve25519 {
    public enum KeyAgreement {
        public struct PublicKey {
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public var rawRepresentation: Data { fatalError() }
        }

        public struct PrivateKey {
            public init() { fatalError() }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public var publicKey: Curve25519.KeyAgreement.PublicKey { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public func sharedSecretFromKeyAgreement(
                with publicKeyShare: Curve25519.KeyAgreement.PublicKey
            ) throws -> SharedSecret { fatalError() }
        }
    }
}

public enum P256 {
    public enum Signing {
        public struct PublicKey {
            public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws { fatalError() }
            public var x963Representation: Data { fatalError() }
            public func isValidSignature<D: DataProtocol>(_ signature: P256.Signing.ECDSASignature, for data: D) -> Bool
            {
                fatalError()
            }
        }

        public struct PrivateKey {
            public init(compactRepresentable: Bool = true) { fatalError() }
            public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
                fatalError()
            }
            public var publicKey: P256.Signing.PublicKey { fatalError() }
            public var derRepresentation: Data { fatalError() }
            public func signature<D: DataProtocol>(for data: D) throws -> P256.Signing.ECDSASignature { fatalError() }
        }

        public struct ECDSASignature {
            public init<D: DataProtocol>(rawRepresentation: D) throws { fatalError() }
            public var rawRepresentation: Data { fatalError() }
        }
    }
}
