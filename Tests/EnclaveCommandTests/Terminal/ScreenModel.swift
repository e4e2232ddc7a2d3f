/// A small terminal: rows, a cursor, and the few sequences the program writes. Anything else is noted, so that a test
/// can say that nothing else was written.
struct ScreenModel {
    private(set) var rows: [[Character]] = [[]]
    private(set) var unknown: [String] = []
    private let height: Int
    private var row = 0
    private var column = 0

    init(height: Int) { self.height = height }

    /// All rows ever shown, those that scrolled away included, without blank rows at the end.
    var text: [String] {
        var lines = rows.map { String($0) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    mutating func write(_ output: String) {
        var rest = output[...]
        while let character = rest.popFirst() {
            switch character {
            case "\n":
                row += 1
                column = 0
                if row == rows.count { rows.append([]) }
            case "\r": column = 0
            case "\u{1B}": sequence(&rest)
            default: put(character)
            }
        }
    }

    private mutating func put(_ character: Character) {
        while rows[row].count < column { rows[row].append(" ") }
        if column < rows[row].count { rows[row][column] = character } else { rows[row].append(character) }
        column += 1
    }

    private mutating func sequence(_ rest: inout Substring) {
        guard rest.popFirst() == "[" else {
            unknown.append("ESC")
            return
        }
        let digits = rest.prefix { $0.isNumber || $0 == ";" }
        rest = rest[digits.endIndex...]
        switch rest.popFirst() {
        case "A":
            let top = max(0, rows.count - height)
            let target = row - (Int(digits) ?? 1)
            if target < top { unknown.append("above the screen") }
            row = max(top, target)
        case "G": column = (Int(digits) ?? 1) - 1
        case "J":
            rows.removeLast(rows.count - row - 1)
            rows[row].removeLast(max(0, rows[row].count - column))
        case "m": break
        case let other: unknown.append("CSI \(digits)\(other.map(String.init) ?? "")")
        }
    }
}
