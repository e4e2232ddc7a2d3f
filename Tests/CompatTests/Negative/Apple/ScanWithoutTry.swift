// error: call can throw
import VisionKit

@MainActor func scan(_ scanner: DataScannerViewController) { scanner.startScanning() }
