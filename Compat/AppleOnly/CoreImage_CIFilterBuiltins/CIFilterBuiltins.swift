// CIFilterBuiltins.h, a submodule of CoreImage at Apple's.
// Written from knowledge of the API, not looked up declaration by declaration.
@_exported import CoreImage

public protocol CIQRCodeGenerator: CIFilterProtocol {
    var message: Data { get set }
    var correctionLevel: String { get set }
}

extension CIFilter {
    public class func qrCodeGenerator() -> any CIFilter & CIQRCodeGenerator { fatalError() }
}
