/// A line being typed: bytes of the terminal in, the line and what the person wants out. Without a terminal of its own.
struct LineEditor: Sendable {
    /// What a key press led to.
    enum Event: Sendable, Hashable {
        /// The line looks different.
        case changed
        /// Return: this line.
        case line(String)
        /// Ctrl-D on an empty line.
        case end
    }

    /// The line, as far as it is typed.
    private(set) var text = ""
    /// Lines entered before, the newest last.
    private var history: [String] = []
    /// Index in the history while the arrows go through it.
    private var place: Int?
    /// Bytes of a character, or of an escape sequence, that is not whole yet.
    private var pending: [UInt8] = []
    private static let maximumHistory = 100

    /// Takes bytes as the terminal sends them, cut anywhere.
    mutating func take(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            if let event = take(byte) { events.append(event) }
        }
        return events
    }

    private mutating func take(_ byte: UInt8) -> Event? {
        if pending.first == 0x1B { return escape(byte) }
        switch byte {
        case 0x0A, 0x0D: return enter()
        case 0x04: return text.isEmpty ? .end : nil
        case 0x08, 0x7F:
            guard !text.isEmpty else { return nil }
            text.removeLast()
            return .changed
        case 0x15:
            text = ""
            return .changed
        case 0x17:
            while text.last?.isWhitespace == true { text.removeLast() }
            while let last = text.last, !last.isWhitespace { text.removeLast() }
            return .changed
        case 0x1B:
            pending = [byte]
            return nil
        case 0x09, 0x20...0x7E:
            pending = []
            text.unicodeScalars.append(Unicode.Scalar(byte))
            return .changed
        case 0x80...:
            pending.append(byte)
            // A UTF-8 character has at most four bytes; what is none after that never becomes one.
            if let character = String(validating: pending, as: UTF8.self) {
                text += character
                pending = []
                return .changed
            }
            if pending.count >= 4 { pending = [] }
            return nil
        default: return nil
        }
    }

    private mutating func enter() -> Event {
        let line = text
        text = ""
        place = nil
        if !line.isEmpty, history.last != line {
            history.append(line)
            if history.count > Self.maximumHistory { history.removeFirst() }
        }
        return .line(line)
    }

    /// Arrows up and down go through the history; other sequences are swallowed whole.
    private mutating func escape(_ byte: UInt8) -> Event? {
        pending.append(byte)
        guard pending.count > 2 || (byte != UInt8(ascii: "[") && byte != UInt8(ascii: "O")) else { return nil }
        guard !(0x20...0x3F).contains(byte), pending.count < 16 else {
            if pending.count >= 16 { pending = [] }
            return nil
        }
        pending = []
        switch byte {
        case UInt8(ascii: "A"): return recall(up: true)
        case UInt8(ascii: "B"): return recall(up: false)
        default: return nil
        }
    }

    private mutating func recall(up: Bool) -> Event? {
        guard !history.isEmpty else { return nil }
        let next = (place ?? history.count) + (up ? -1 : 1)
        guard next >= 0 else { return nil }
        if next >= history.count {
            place = nil
            text = ""
        } else {
            place = next
            text = history[next]
        }
        return .changed
    }
}
