// error: different argument labels
import VisionKit

@MainActor final class Delegate: NSObject, DataScannerViewControllerDelegate {
    func dataScanner(_ scanner: DataScannerViewController, didAdd added: [RecognizedItem], items: [RecognizedItem]) {}
}
