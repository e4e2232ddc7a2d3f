import CollabWire
import Foundation

/// A control message is ignored, or is written as it was read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
    if let control = RelayControl(parsing: text) {
        precondition(RelayControl(parsing: control.text) == control, "a control message changed on its way")
    }
    return 0
}
