/// A code for the camera, drawn with half blocks: two modules per character.
enum QRCode {
    /// The lines of a code, or nil when the text does not fit or the library fails.
    ///
    /// With `colour` the code is black on white whatever the terminal's colours; without, blocks stand for light
    /// modules, which suits dark terminals (cameras read the inverse too).
    static func lines(_ text: String, colour: Bool) -> [String]? {
        guard let modules = modules(of: text) else { return nil }
        let margin = 2
        func isDark(_ x: Int, _ y: Int) -> Bool {
            modules.indices.contains(y) && modules[y].indices.contains(x) && modules[y][x]
        }
        let (on, off) = colour ? ("\u{1B}[30;107m", "\u{1B}[0m") : ("", "")
        return stride(from: -margin, to: modules.count + margin, by: 2).map { y in
            let row = (-margin..<modules.count + margin).map { x -> Character in
                switch (isDark(x, y) != colour, isDark(x, y + 1) != colour) {
                case (true, true): " "
                case (true, false): "▄"
                case (false, true): "▀"
                case (false, false): "█"
                }
            }
            return on + String(row) + off
        }
    }
}
