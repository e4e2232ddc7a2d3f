import Foundation

extension ThemeColor {
    static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
