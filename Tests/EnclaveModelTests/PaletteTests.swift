import EnclaveContracts
import Testing

@Suite("The palette")
struct PaletteTests {
    @Test("has at least 4.5:1 for every text on every ground it is used on", arguments: [Palette.dark, .light])
    func contrast(palette: Palette) {
        for pair in palette.textPairs {
            let ratio = pair.text.contrast(on: pair.ground)
            #expect(ratio >= 4.5, "\(pair.name): \(ratio)")
        }
    }

    @Test("computes contrast as WCAG does")
    func formula() {
        let black = ThemeColor(0x000000)
        let white = ThemeColor(0xFFFFFF)
        #expect(abs(white.contrast(on: black) - 21) < 0.001)
        #expect(abs(ThemeColor(0x777777).contrast(on: white) - 4.48) < 0.01)
        #expect(white.opacity(0.5).over(black) == ThemeColor(red: 0.5, green: 0.5, blue: 0.5))
    }
}
