#if os(Linux)
    import SwiftUI

    /// There is no camera in the preview.
    struct CodeScannerView: View {
        static let isAvailable = false

        let found: (String) -> Void

        var body: some View {
            Text("This device has no camera.")
        }
    }
#endif
