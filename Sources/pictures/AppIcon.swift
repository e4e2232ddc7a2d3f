import Foundation

/// Draws the app's icon: a lit cursor behind the bars of a tall frame.
///
/// The icon is code, so that it can be changed by whoever has no drawing program; `pictures --icon` writes the files.
struct AppIcon {
    /// A rectangle in a field of 1,024 points, with a colour.
    private struct Block {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
        var color: UInt32
        var opacity = 1.0
    }

    /// The appearances that the asset catalog names.
    enum Appearance: String, CaseIterable {
        case light = "AppIcon"
        case dark = "AppIcon-dark"
        case tinted = "AppIcon-tinted"
    }

    private static let side = 1_024

    /// The picture in an appearance.
    static func draw(_ appearance: Appearance) -> Bitmap {
        let (ground, frame, cursor): (UInt32, UInt32, UInt32) =
            switch appearance {
            case .light: (0xFAF4ED, 0x575279, 0xEA9D34)
            case .dark: (0x000000, 0xFFFFFF, 0xF6C177)
            case .tinted: (0x000000, 0xFFFFFF, 0xFFFFFF)
            }
        let blocks = [
            // Glass: two tall panes, one behind the other.
            Block(x: 304, y: 136, width: 496, height: 672, color: frame, opacity: 0.07),
            Block(x: 224, y: 216, width: 496, height: 672, color: frame, opacity: 0.09),
            // The frame of the front pane.
            Block(x: 224, y: 216, width: 496, height: 28, color: frame),
            Block(x: 224, y: 860, width: 496, height: 28, color: frame),
            Block(x: 224, y: 216, width: 28, height: 672, color: frame),
            Block(x: 692, y: 216, width: 28, height: 672, color: frame),
            // What shows of the pane behind.
            Block(x: 304, y: 136, width: 496, height: 28, color: frame, opacity: 0.45),
            Block(x: 772, y: 164, width: 28, height: 644, color: frame, opacity: 0.45),
            // The cursor.
            Block(x: 372, y: 416, width: 200, height: 272, color: cursor),
        ]
        var bytes = [UInt8](repeating: 0, count: side * side * 3)
        paint(&bytes, Block(x: 0, y: 0, width: Double(side), height: Double(side), color: ground))
        for block in blocks { paint(&bytes, block) }
        return Bitmap(width: side, height: side, bytes: bytes)
    }

    private static func paint(_ bytes: inout [UInt8], _ block: Block) {
        let color = [16, 8, 0].map { Double(block.color >> $0 & 0xFF) }
        for y in Int(block.y)..<Int(block.y + block.height) {
            for x in Int(block.x)..<Int(block.x + block.width) {
                for channel in 0..<3 {
                    let index = (y * side + x) * 3 + channel
                    let below = Double(bytes[index])
                    bytes[index] = UInt8((below + (color[channel] - below) * block.opacity).rounded())
                }
            }
        }
    }
}
