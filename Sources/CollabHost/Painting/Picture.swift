import CollabGuest
import Foundation

/// A picture that a script describes and the host paints: the same description gives the same bytes everywhere.
struct Picture: Sendable, Hashable {
    enum Kind: String, CaseIterable {
        /// A sky over hills.
        case sky
        /// Bands of water.
        case waves
        /// A web page as a designer would sketch it.
        case mockup
        /// The palette with its colour codes.
        case swatches
        /// A bar chart.
        case chart
    }

    var kind: Kind
    var width: Int
    var height: Int
    var seed: Int
    /// At least two colours.
    var palette: [Color]
    /// Large letters in the picture, where its kind has a place for them.
    var caption: String

    init(_ field: ScriptField) throws(ScriptError) {
        let picture = try field.object("draw", "width", "height", "seed", "palette", "caption")
        kind = try picture.required("draw").word(Kind.self)
        width = try picture["width"]?.integer(in: 64...1600) ?? 960
        height = try picture["height"]?.integer(in: 64...1600) ?? 600
        seed = try picture["seed"]?.integer(in: 0...1_000_000) ?? 1
        caption = try picture["caption"]?.string() ?? ""
        palette = []
        for item in try picture.required("palette").items() {
            let code = try item.string()
            guard let color = Color(code: code) else { throw item.error("expected a colour such as \"#EA9D34\"") }
            palette.append(color)
        }
        guard palette.count >= 2 else { throw try picture.required("palette").error("expected two colours or more") }
    }

    /// The picture as a PNG file.
    func png() -> [UInt8] {
        var canvas = Canvas(width: width, height: height, ground: palette[0])
        Painter(picture: self).paint(on: &canvas)
        return PNGEncoder.encode(canvas)
    }
}

/// The pictures of a script, painted when they are first needed.
struct PictureBook: Sendable {
    private let pictures: [String: Picture]
    private var painted: [String: String] = [:]

    init(_ pictures: [String: Picture]) { self.pictures = pictures }

    /// What was painted last in this process, by whatever host: the same rooms are opened again and again.
    private static let shelf = Protected<[Picture: String]>([:])
    /// Pictures on the shelf: a few times as many as the demo rooms have.
    private static let shelfSize = 32

    /// The PNG as base64.
    mutating func base64(_ name: String) -> String? {
        if let text = painted[name] { return text }
        guard let picture = pictures[name] else { return nil }
        let text = Self.base64(picture)
        painted[name] = text
        return text
    }

    private static func base64(_ picture: Picture) -> String {
        if let text = shelf.withLock({ $0[picture] }) { return text }
        let text = Data(picture.png()).base64EncodedString()
        shelf.withLock { shelf in
            if shelf.count >= shelfSize { shelf.removeAll() }
            shelf[picture] = text
        }
        return text
    }
}

/// An opaque sRGB colour.
struct Color: Sendable, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// `#RRGGBB`.
    init?(code: String) {
        guard code.hasPrefix("#"), code.utf8.count == 7, let number = UInt32(code.dropFirst(), radix: 16) else {
            return nil
        }
        red = UInt8(number >> 16)
        green = UInt8(number >> 8 & 0xFF)
        blue = UInt8(number & 0xFF)
    }

    init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    var code: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// This colour with so much (0…1) of another.
    func mixed(with other: Color, _ share: Double) -> Color {
        func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
            UInt8(max(0, min(255, (Double(from) + (Double(to) - Double(from)) * share).rounded())))
        }
        return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// Whether dark letters are better to read on it than light ones.
    var isLight: Bool { Int(red) * 299 + Int(green) * 587 + Int(blue) * 114 > 140_000 }
}
