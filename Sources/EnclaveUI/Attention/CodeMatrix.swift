import SwiftUI

/// A QR code as modules.
nonisolated struct CodeMatrix: Equatable {
    /// By row, true for dark; without margin.
    let modules: [[Bool]]

    /// The code of a text; nil when it is too long for one.
    init?(_ text: String) {
        guard let modules = Self.encode(text) else { return nil }
        self.modules = modules
    }
}

/// A QR code, black on white in every theme: cameras want it so.
struct CodePicture: View {
    @Environment(\.locale) private var locale
    let matrix: CodeMatrix

    var body: some View {
        CodeShape(matrix: matrix)
            .fill(Color.black)
            .padding(12)
            .background(Color.white)
            .clipShape(RoundedRectangle(cornerRadius: Metrics.corner))
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(Text.spoken("Pairing code", locale))
    }
}

/// The dark modules; runs of a row are one rectangle.
private nonisolated struct CodeShape: Shape {
    let matrix: CodeMatrix

    func path(in rect: CGRect) -> Path {
        var path = Path()
        let count = matrix.modules.count
        guard count > 0 else { return path }
        let side = min(rect.width, rect.height) / CGFloat(count)
        for (row, modules) in matrix.modules.enumerated() {
            var start: Int?
            for column in 0...modules.count {
                let isDark = column < modules.count && modules[column]
                if isDark, start == nil { start = column }
                if !isDark, let first = start {
                    path.addRect(
                        CGRect(
                            x: rect.minX + CGFloat(first) * side, y: rect.minY + CGFloat(row) * side,
                            width: CGFloat(column - first) * side, height: side))
                    start = nil
                }
            }
        }
        return path
    }
}
