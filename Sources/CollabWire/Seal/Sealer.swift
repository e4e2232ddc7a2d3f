import Crypto
import Foundation

/// Seals frames for a room and packs them into envelopes.
///
/// Keeps one cipher context, so it is not `Sendable`: one owner, one thread at a time. Every frame gets an IV of its
/// own from the system's random numbers.
public final class Sealer {
    private let sealer: GCMSealer

    /// A sealer for the room whose secret this is.
    /// - Throws: ``SealError/unavailable(_:)``.
    public init(secret: RoomSecret) throws(SealError) {
        do throws(CryptoError) {
            sealer = try GCMSealer(key: secret.key)
        } catch {
            throw SealError(error)
        }
    }

    /// The envelope of a guest's frame.
    /// - Throws: ``SealError/unavailable(_:)``.
    public func seal(_ frame: GuestFrame) throws(SealError) -> Data { try seal(frame.encode(), peerId: 0) }

    /// The envelope of a host's frame for one guest, or for all (0).
    /// - Throws: ``SealError/unavailable(_:)``.
    public func seal(_ frame: HostFrame, peerId: UInt32 = 0) throws(SealError) -> Data {
        try seal(frame.encode(), peerId: peerId)
    }

    /// The envelope of a frame's text.
    /// - Throws: ``SealError/unavailable(_:)``.
    public func seal(_ text: JSONText, peerId: UInt32 = 0) throws(SealError) -> Data {
        try text.withBytes { bytes in
            Result { () throws(SealError) in try seal(UnsafeRawBufferPointer(bytes), peerId: peerId) }
        }.get()
    }

    /// The envelope of bytes.
    /// - Throws: ``SealError/unavailable(_:)``.
    public func seal(_ bytes: UnsafeRawBufferPointer, peerId: UInt32) throws(SealError) -> Data {
        var message = Data(count: Envelope.headerSize + bytes.count + AESGCM.overhead)
        try message.withUnsafeMutableBytes { output in
            output.copyBytes(from: Envelope.header(peerId))
            let body = UnsafeMutableRawBufferPointer(rebasing: output[Envelope.headerSize...])
            return Result { () throws(CryptoError) in try sealer.seal(bytes, into: body) }.mapError(SealError.init)
        }.get()
        return message
    }
}

/// Opens the envelopes of a room.
///
/// Keeps one cipher context, so it is not `Sendable`: one owner, one thread at a time.
public final class Opener {
    private let opener: GCMOpener

    /// An opener for the room whose secret this is.
    /// - Throws: ``SealError/unavailable(_:)``.
    public init(secret: RoomSecret) throws(SealError) {
        do throws(CryptoError) {
            opener = try GCMOpener(key: secret.key)
        } catch {
            throw SealError(error)
        }
    }

    /// Opens a sealed frame.
    /// - Throws: ``SealError``; nothing of an inauthentic frame is ever seen.
    public func open(_ envelope: Envelope) throws(SealError) -> Plaintext {
        try envelope.sealed.withUnsafeBytes { sealed in
            Result { () throws(SealError) in try open(sealed) }
        }.get()
    }

    /// Opens `[IV][ciphertext][tag]`.
    /// - Throws: ``SealError``; nothing of an inauthentic frame is ever seen.
    public func open(_ sealed: UnsafeRawBufferPointer) throws(SealError) -> Plaintext {
        guard sealed.count >= AESGCM.overhead else { throw .truncated }
        let size = sealed.count - AESGCM.overhead
        var failure: CryptoError?
        let bytes = ContiguousArray<UInt8>(unsafeUninitializedCapacity: size + JSONStorage.padding) { output, count in
            let raw = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(output)[..<size])
            do throws(CryptoError) {
                try opener.open(sealed, into: raw)
                for index in size..<size + JSONStorage.padding { output[index] = 0 }
                count = size + JSONStorage.padding
            } catch {
                failure = error
                count = 0
            }
        }
        if let failure { throw SealError(failure) }
        return Plaintext(storage: JSONStorage(padded: bytes))
    }
}

extension Result {
    /// `Result(catching:)` with the error's type kept.
    init(_ body: () throws(Failure) -> Success) {
        do throws(Failure) {
            self = .success(try body())
        } catch {
            self = .failure(error)
        }
    }
}

extension SealError {
    init(_ error: CryptoError) {
        switch error {
        case .authenticationFailed: self = .wrongKey
        case .truncated: self = .truncated
        case .libraryFailure(let step): self = .unavailable(step)
        }
    }
}
