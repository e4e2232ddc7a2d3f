import Transcript

/// Keeps the end of a terminal's output up to date in place: what is settled scrolls away above, what still changes
/// stands below it and is rewritten.
///
/// A terminal cannot take back what has scrolled off its top. So the live part never takes more rows than the screen
/// has, less one: of a longer one the end is shown under a line that says how much stands above, and all of it is
/// printed once it is settled. Only lines that changed are rewritten, from the first of them down.
///
/// A pure value: lines in, what to write out.
struct LiveTail: Sendable {
    private let encoder: LineEncoder
    /// The live lines on screen, as written, with the columns each takes.
    private var shown: [(text: String, columns: Int)] = []
    private var shownWidth = 0

    init(encoder: LineEncoder) { self.encoder = encoder }

    /// What to write to bring the screen up to date.
    ///
    /// - Parameters:
    ///   - settled: lines that will not change any more; they come after everything settled before.
    ///   - live: all lines that may still change, as they look now.
    ///   - width: columns of the screen.
    ///   - height: rows of the screen.
    mutating func update(settled: [StyledLine] = [], live: [StyledLine], width: Int, height: Int) -> String {
        guard encoder.capabilities.hasControls else {
            // Where nothing can be rewritten, what changes is not shown before it is settled.
            return settled.map { encoder.text($0) + "\n" }.joined()
        }
        let window = Self.window(live, width: width, height: height).map { line in
            (text: encoder.text(line), columns: line.width)
        }
        if settled.isEmpty, width == shownWidth { return rewrite(to: window) }
        var output = erasure(width: width, height: height)
        for line in settled { output += encoder.text(line) + "\n" }
        shown = []
        shownWidth = width
        return output + rewrite(to: window)
    }

    /// What to write to take the live part off the screen, leaving the cursor where it began.
    mutating func erase(width: Int, height: Int) -> String {
        guard encoder.capabilities.hasControls else { return "" }
        defer { shown = [] }
        return erasure(width: width, height: height)
    }

    /// The end of the live lines that fits, each cut to the width so that one line is one row.
    private static func window(_ live: [StyledLine], width: Int, height: Int) -> [StyledLine] {
        // A line that fills the last column makes some terminals go on in the next row.
        let columns = max(1, width - 1)
        let rows = max(1, height - 1)
        guard live.count > rows else { return live.map { $0.cut(to: columns) } }
        let kept = live.suffix(rows - 1).map { $0.cut(to: columns) }
        let head = StyledLine("… \(live.count - kept.count) lines above", StyledLine.Look(.muted))
        return [head.cut(to: columns)] + kept
    }

    /// Rewrites from the first line that differs. The cursor stands behind the last line before and after.
    private mutating func rewrite(to window: [(text: String, columns: Int)]) -> String {
        defer { shown = window }
        var same = 0
        while same < shown.count, same < window.count, shown[same].text == window[same].text { same += 1 }
        if same == shown.count, same == window.count { return "" }
        var output = ""
        if same < shown.count {
            output += Self.up(shown.count - 1 - same) + "\r\u{1B}[J"
        } else if same > 0 {
            output += "\n"
        }
        if same == window.count, same > 0 {
            // Lines went away and none came: back to the end of the last that stays.
            return output + "\u{1B}[1A\u{1B}[\(window[same - 1].columns + 1)G"
        }
        return output + window[same...].map(\.text).joined(separator: "\n")
    }

    /// Clears the live part. After a change of width a terminal may have broken its lines anew, so rows are counted as
    /// they stand now.
    private func erasure(width: Int, height: Int) -> String {
        guard !shown.isEmpty else { return "" }
        let columns = max(1, width)
        let rows = shown.reduce(0) { $0 + max(1, ($1.columns + columns - 1) / columns) }
        return Self.up(min(rows, max(1, height)) - 1) + "\r\u{1B}[J"
    }

    private static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
}
