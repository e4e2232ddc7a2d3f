/// The numbers of a control sequence: fields separated by `;`, parts of a field by `:`; a missing number is 0.
struct SGRParameters {
    /// At most this many fields are read.
    static let limit = 64

    private(set) var values: [[Int]] = []

    init(_ bytes: some Sequence<UInt8>) {
        var field = [0]
        for byte in bytes {
            switch byte {
            case UInt8(ascii: ";"):
                if values.count < Self.limit { values.append(field) }
                field = [0]
            case UInt8(ascii: ":"):
                if field.count < 8 { field.append(0) }
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                field[field.count - 1] = min(field[field.count - 1] * 10 + Int(byte - UInt8(ascii: "0")), 9_999)
            default:
                break
            }
        }
        if values.count < Self.limit { values.append(field) }
    }
}

extension TerminalStyle {
    /// Applies the numbers of an SGR sequence.
    mutating func apply(_ parameters: SGRParameters) {
        var index = 0
        while index < parameters.values.count {
            let field = parameters.values[index]
            index += 1
            switch field[0] {
            case 38, 48, 58:
                let color: TerminalColor?
                if field.count > 1 {
                    color = Self.color(field.dropFirst(), isColonForm: true)
                } else {
                    let rest = parameters.values[index...].prefix(4).map { $0[0] }
                    color = Self.color(rest[...], isColonForm: false)
                    index += rest.first == 5 ? 2 : rest.first == 2 ? 4 : 1
                }
                if field[0] == 38, let color { foreground = color }
                if field[0] == 48, let color { background = color }
            default:
                apply(field[0], part: field.count > 1 ? field[1] : nil)
            }
        }
    }

    private mutating func apply(_ code: Int, part: Int?) {
        switch code {
        case 0: self = TerminalStyle()
        case 1: attributes.insert(.bold)
        case 2: attributes.insert(.dim)
        case 3: attributes.insert(.italic)
        case 4: if part == 0 { attributes.remove(.underline) } else { attributes.insert(.underline) }
        case 7: attributes.insert(.inverse)
        case 9: attributes.insert(.strikethrough)
        case 21: attributes.insert(.underline)
        case 22: attributes.subtract([.bold, .dim])
        case 23: attributes.remove(.italic)
        case 24: attributes.remove(.underline)
        case 27: attributes.remove(.inverse)
        case 29: attributes.remove(.strikethrough)
        case 30...37: foreground = .indexed(UInt8(code - 30))
        case 39: foreground = nil
        case 40...47: background = .indexed(UInt8(code - 40))
        case 49: background = nil
        case 90...97: foreground = .indexed(UInt8(code - 82))
        case 100...107: background = .indexed(UInt8(code - 92))
        default: break
        }
    }

    private static func color(_ numbers: ArraySlice<Int>, isColonForm: Bool) -> TerminalColor? {
        let numbers = Array(numbers)
        guard let kind = numbers.first else { return nil }
        if kind == 5 { return numbers.count > 1 ? UInt8(exactly: numbers[1]).map(TerminalColor.indexed) : nil }
        // With colons a colour space may stand before the three parts.
        let parts =
            isColonForm && numbers.count > 4 ? numbers.suffix(from: 2) : numbers.suffix(from: min(1, numbers.count))
        let bytes = parts.prefix(3).compactMap { UInt8(exactly: $0) }
        return kind == 2 && bytes.count == 3 ? .rgb(bytes[0], bytes[1], bytes[2]) : nil
    }
}
