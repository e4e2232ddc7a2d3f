import CollabWire
import Foundation

/// An envelope never opens by chance; a frame is refused, or decodes to what its own encoding decodes to.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    guard let secret = RoomSecret(bytes: Array(0..<32)) else { preconditionFailure("no secret") }
    if let envelope = Envelope(Data(bytes)) {
        precondition(envelope.packed == Data(bytes), "packing lost something")
        do throws(SealError) {
            _ = try Opener(secret: secret).open(envelope)
            preconditionFailure("a forged envelope opened")
        } catch {
            precondition(error == .wrongKey || error == .truncated, "\(error)")
        }
    }
    let plaintext = Plaintext(bytes)
    _ = plaintext.head
    do throws(FrameError) {
        let frame = try HostFrame.decode(plaintext)
        if case .unknown = frame { return 0 }
        precondition(try HostFrame.decode(frame.encode()) == frame, "a host frame changed on its way")
    } catch {
        precondition(!error.description.isEmpty)
    }
    do throws(FrameError) {
        let frame = try GuestFrame.decode(plaintext)
        precondition(try GuestFrame.decode(frame.encode()) == frame, "a guest frame changed on its way")
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
