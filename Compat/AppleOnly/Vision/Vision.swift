// After VNTypes.h.
@_exported import CoreGraphics

public struct VNBarcodeSymbology: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { fatalError() }
    public static let qr = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyQR")
}
