#if !os(Linux)
    import AVFoundation
    import SwiftUI
    import VisionKit

    /// The camera, looking for a QR code (the system's own scanner).
    struct CodeScannerView: UIViewControllerRepresentable {
        /// Whether this device can scan: a camera, and permission not refused.
        static var isAvailable: Bool { DataScannerViewController.isSupported }

        let found: (String) -> Void

        func makeCoordinator() -> Coordinator { Coordinator(found: found) }

        func makeUIViewController(context: Context) -> DataScannerViewController {
            let scanner = DataScannerViewController(
                recognizedDataTypes: [.barcode(symbologies: [.qr])], isHighlightingEnabled: true)
            scanner.delegate = context.coordinator
            return scanner
        }

        func updateUIViewController(_ scanner: DataScannerViewController, context: Context) {
            guard !scanner.isScanning else { return }
            do { try scanner.startScanning() } catch { context.coordinator.problem = error }
        }

        static func dismantleUIViewController(_ scanner: DataScannerViewController, coordinator: Coordinator) {
            scanner.stopScanning()
        }

        /// Hands on the first code.
        @MainActor
        final class Coordinator: NSObject, DataScannerViewControllerDelegate {
            var problem: (any Error)?
            private let found: (String) -> Void
            private var isDone = false

            init(found: @escaping (String) -> Void) { self.found = found }

            func dataScanner(
                _ scanner: DataScannerViewController, didAdd added: [RecognizedItem], allItems: [RecognizedItem]
            ) {
                for case .barcode(let code) in added {
                    guard !isDone, let text = code.payloadStringValue else { continue }
                    isDone = true
                    found(text)
                }
            }
        }
    }
#endif
