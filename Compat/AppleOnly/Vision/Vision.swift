// VNTypes.h. Written from knowledge of the API, not looked up declaration by declaration.
@_exported import CoreGraphics

public struct VNBarcodeSymbology: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { fatalError() }
    public static let qr = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyQR")
}
