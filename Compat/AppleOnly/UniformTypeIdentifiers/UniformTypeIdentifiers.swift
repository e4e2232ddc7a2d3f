// Apple's module declares the type; here it lies in Compat's SwiftUI, which has more of it.
@_exported import AppleFoundation
import SwiftUI

public typealias UTType = SwiftUI.UTType
