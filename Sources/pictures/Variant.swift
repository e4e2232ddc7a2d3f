import SwiftUI
import ViewTesting

/// A device, a theme and a text size that every fixture is photographed in.
struct Variant: Hashable, Sendable {
    enum Device: String, CaseIterable, Sendable {
        case iPhone, iPad, ax5

        var screen: ViewDriver.Screen { self == .iPad ? .iPad : .iPhone }
        var typeSize: DynamicTypeSize { self == .ax5 ? .accessibility5 : .large }
        /// By what references are smaller than pictures.
        var reduction: Int { self == .iPad ? 8 : 4 }
    }

    var device: Device
    var isDark: Bool

    var name: String { "\(device.rawValue)-\(isDark ? "dark" : "light")" }

    static let all = Device.allCases.flatMap { device in [true, false].map { Variant(device: device, isDark: $0) } }
}

/// One picture to take: a page, and how large it is.
struct Shot: Sendable {
    var name: String
    var variant: Variant
    var page: String
    var width: Int
    var height: Int
}
