// After the interface of VisionKit in the SDK of iOS 17.
@_exported import UIKit
import Vision

@MainActor open class DataScannerViewController: UIViewController {
    public struct RecognizedDataType: Hashable {
        public static func text(languages: [String] = []) -> DataScannerViewController.RecognizedDataType {
            fatalError()
        }
        public static func barcode(
            symbologies: [VNBarcodeSymbology] = []
        ) -> DataScannerViewController.RecognizedDataType { fatalError() }
    }

    public enum QualityLevel: Sendable {
        case balanced
        case fast
        case accurate
    }

    public class var isSupported: Bool { fatalError() }
    public class var isAvailable: Bool { fatalError() }
    public weak var delegate: (any DataScannerViewControllerDelegate)?
    public var isScanning: Bool { fatalError() }

    public init(
        recognizedDataTypes: Set<DataScannerViewController.RecognizedDataType>,
        qualityLevel: DataScannerViewController.QualityLevel = .balanced, recognizesMultipleItems: Bool = false,
        isHighFrameRateTrackingEnabled: Bool = true, isPinchToZoomEnabled: Bool = true, isGuidanceEnabled: Bool = true,
        isHighlightingEnabled: Bool = false
    ) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }

    public func startScanning() throws { fatalError() }
    public func stopScanning() { fatalError() }
}

/// Apple gives every requirement a default. The one that is implemented here has none, so that a method which misses its
/// name by a letter does not go unnoticed.
@MainActor public protocol DataScannerViewControllerDelegate: AnyObject {
    func dataScanner(
        _ dataScanner: DataScannerViewController, didAdd addedItems: [RecognizedItem], allItems: [RecognizedItem])
}

public enum RecognizedItem: Identifiable, Sendable {
    case text(RecognizedItem.Text)
    case barcode(RecognizedItem.Barcode)
    public var id: UUID { fatalError() }

    public struct Text: Identifiable, Sendable {
        public let id: UUID
        public let transcript: String
    }

    public struct Barcode: Identifiable, Sendable {
        public let id: UUID
        public var payloadStringValue: String? { fatalError() }
    }
}
