// CGImage.h, CGDataProvider.h. Written from knowledge of the API, not looked up declaration by declaration.
// Classes of Core Foundation; pictures never change and are Sendable.
@_exported import AppleFoundation

public final class CGDataProvider {
    public var data: CFData? { fatalError() }
}

public final class CGImage: @unchecked Sendable {
    public var width: Int { fatalError() }
    public var height: Int { fatalError() }
    public var bitsPerPixel: Int { fatalError() }
    public var bytesPerRow: Int { fatalError() }
    public var dataProvider: CGDataProvider? { fatalError() }
    public var alphaInfo: CGImageAlphaInfo { fatalError() }
}

public enum CGImageAlphaInfo: UInt32, Sendable {
    case none
    case premultipliedLast
    case premultipliedFirst
    case last
    case first
    case noneSkipLast
    case noneSkipFirst
    case alphaOnly
}
