import CollabWire
import Transcript

/// Turns styled lines into what is written to a terminal.
///
/// The one place where text of a host meets control sequences: whatever control characters the text still holds are
/// dropped here, so that no host can steer the terminal.
struct LineEncoder: Sendable {
    let theme: TerminalTheme
    let capabilities: TerminalCapabilities

    /// A line's bytes, without a line end.
    func text(_ line: StyledLine) -> String {
        var output = ""
        var current = StyledLine.Look()
        for span in line.spans {
            let text = Self.harmless(span.text)
            guard !text.isEmpty else { continue }
            change(from: current, to: span.look, &output)
            current = span.look
            output += text
        }
        change(from: current, to: StyledLine.Look(), &output)
        return output
    }

    /// A text without anything a terminal would obey.
    static func harmless(_ text: String) -> String {
        let isHarmless = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        if isHarmless { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09: result.append(contentsOf: "    ".unicodeScalars)
            case 0x2028...0x2029: continue
            default: if !scalar.steersTerminal, !scalar.isUnseen { result.append(scalar) }
            }
        }
        return String(result)
    }

    private func change(from old: StyledLine.Look, to new: StyledLine.Look, _ output: inout String) {
        guard old != new else { return }
        if capabilities.hasHyperlinks, old.link != new.link {
            output += "\u{1B}]8;;\(new.link.map { Self.harmless($0.address) } ?? "")\u{1B}\\"
        }
        guard capabilities.hasControls || capabilities.colors > .none else { return }
        let oldCodes = codes(old)
        let newCodes = codes(new)
        guard oldCodes != newCodes else { return }
        output += newCodes.isEmpty ? "\u{1B}[0m" : "\u{1B}[\(oldCodes.isEmpty ? "" : "0;")\(newCodes)m"
    }

    private func codes(_ look: StyledLine.Look) -> String {
        var codes: [String] = []
        let attributes: [(TerminalStyle.Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.inverse, "7"), (.strikethrough, "9"),
        ]
        for (attribute, code) in attributes where look.attributes.contains(attribute) { codes.append(code) }
        if let ink = look.ink, let code = color(ink, isGround: false) { codes.append(code) }
        if let ground = look.ground, let code = color(ground, isGround: true) { codes.append(code) }
        return codes.joined(separator: ";")
    }

    private func color(_ ink: Ink, isGround: Bool) -> String? {
        let color = theme.color(ink)
        switch capabilities.colors {
        case .none:
            return nil
        case .sixteen:
            // Faint grounds would hide text among sixteen colours; what they say stands in the marks, too.
            if isGround { if case .program = ink {} else { return nil } }
            let index = color.named ?? Self.nearestNamed(color.full)
            return "\(Int(index) + (index < 8 ? 30 : 82) + (isGround ? 10 : 0))"
        case .indexed:
            return "\(isGround ? 48 : 38);5;\(Self.nearestIndexed(color.full))"
        case .full:
            switch color.full {
            case .indexed(let index): return "\(isGround ? 48 : 38);5;\(index)"
            case .rgb(let red, let green, let blue): return "\(isGround ? 48 : 38);2;\(red);\(green);\(blue)"
            }
        }
    }

    private static func rgb(_ color: TerminalColor) -> (Int, Int, Int) {
        switch color {
        case .rgb(let red, let green, let blue):
            return (Int(red), Int(green), Int(blue))
        case .indexed(let index) where index >= 232:
            let grey = 8 + (Int(index) - 232) * 10
            return (grey, grey, grey)
        case .indexed(let index) where index >= 16:
            let value = Int(index) - 16
            func level(_ part: Int) -> Int { part == 0 ? 0 : 55 + part * 40 }
            return (level(value / 36), level(value / 6 % 6), level(value % 6))
        case .indexed(let index):
            let bright = index >= 8 ? 255 : 170
            return (index & 1 != 0 ? bright : 0, index & 2 != 0 ? bright : 0, index & 4 != 0 ? bright : 0)
        }
    }

    static func nearestIndexed(_ color: TerminalColor) -> UInt8 {
        if case .indexed(let index) = color { return index }
        let (red, green, blue) = rgb(color)
        func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : min(5, (value - 35) / 40) }
        let cube = UInt8(16 + 36 * step(red) + 6 * step(green) + step(blue))
        let grey = UInt8(232 + max(0, min(23, ((red + green + blue) / 3 - 3) / 10)))
        return distance(color, .indexed(grey)) < distance(color, .indexed(cube)) ? grey : cube
    }

    private static func nearestNamed(_ color: TerminalColor) -> UInt8 {
        (0..<16).min { distance(color, .indexed($0)) < distance(color, .indexed($1)) } ?? 7
    }

    private static func distance(_ left: TerminalColor, _ right: TerminalColor) -> Int {
        let a = rgb(left)
        let b = rgb(right)
        return (a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1) + (a.2 - b.2) * (a.2 - b.2)
    }
}
