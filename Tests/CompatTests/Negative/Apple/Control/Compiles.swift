// Must compile: without it the samples would prove nothing.
import CryptoKit
import ImageIO
import LocalAuthentication
import Security
import SwiftUI
import UIKit
import VisionKit

nonisolated func decode(_ image: CGImage) -> UIImage { UIImage(cgImage: image) }

nonisolated func options() -> CFDictionary {
    [kCGImageSourceShouldCache: false, kCGImageSourceThumbnailMaxPixelSize: 5] as CFDictionary
}

@MainActor func raise(_ window: UIWindow) {
    window.windowLevel = .alert + 1
    LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "") { _, _ in
        Task { @MainActor in window.makeKey() }
    }
}
