// CIImage.h, CIContext.h, CIFilter.h. Written from knowledge of the API, not looked up declaration by declaration.
@_exported import CoreGraphics

open class CIImage: NSObject {
    open var extent: CGRect { fatalError() }
}

open class CIContext: NSObject {
    public override init() { fatalError() }
    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? { fatalError() }
}

open class CIFilter: NSObject {
    open var outputImage: CIImage? { fatalError() }
}

public protocol CIFilterProtocol: NSObjectProtocol {
    /// Apple: an optional requirement as well.
    var outputImage: CIImage? { get }
}
