import CollabWire
import Foundation
import FuzzSupport

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
    if let frame = host(plaintext) {
        let again = certain("a written host frame is one") { try HostFrame.decode(frame.encode()) }
        precondition(again == frame, "a host frame changed on its way")
    }
    if let frame = guest(plaintext) {
        let again = certain("a written guest frame is one") { try GuestFrame.decode(frame.encode()) }
        precondition(again == frame, "a guest frame changed on its way")
    }
    return 0
}

/// Nil for what is refused, and for kinds of a newer host, which are not written again.
private func host(_ plaintext: Plaintext) -> HostFrame? {
    do throws(FrameError) {
        let frame = try HostFrame.decode(plaintext)
        if case .unknown = frame { return nil }
        return frame
    } catch {
        precondition(!error.description.isEmpty)
        return nil
    }
}

private func guest(_ plaintext: Plaintext) -> GuestFrame? {
    do throws(FrameError) {
        return try GuestFrame.decode(plaintext)
    } catch {
        precondition(!error.description.isEmpty)
        return nil
    }
}
