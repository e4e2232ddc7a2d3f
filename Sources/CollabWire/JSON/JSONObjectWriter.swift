/// Builds the text of one object, member by member; what is nil is left out.
struct JSONObjectWriter {
    private var writer = JSONWriter()
    private var isEmpty = true

    init() { writer.append(byte: UInt8(ascii: "{")) }

    /// A frame of this kind.
    init(type: String) {
        self.init()
        put("t", type)
    }

    private mutating func begin(_ key: StaticString) {
        if !isEmpty { writer.append(byte: UInt8(ascii: ",")) }
        isEmpty = false
        writer.append(byte: UInt8(ascii: "\""))
        writer.append(raw: key)
        writer.append(raw: "\":")
    }

    mutating func put(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        begin(key)
        writer.append(value)
    }

    mutating func put(_ key: StaticString, units: [UInt16]) {
        begin(key)
        writer.append(units: units)
    }

    mutating func put(_ key: StaticString, _ value: Int?) {
        guard let value else { return }
        begin(key)
        writer.append(value)
    }

    mutating func put(_ key: StaticString, _ value: Double?) {
        guard let value else { return }
        begin(key)
        writer.append(value)
    }

    mutating func put(_ key: StaticString, _ value: Bool?) {
        guard let value else { return }
        begin(key)
        writer.append(value)
    }

    mutating func put(_ key: StaticString, _ value: JSONText?) {
        guard let value else { return }
        begin(key)
        writer.append(value)
    }

    mutating func putNull(_ key: StaticString) {
        begin(key)
        writer.appendNull()
    }

    mutating func put(_ key: StaticString, _ values: some Sequence<JSONText>) {
        begin(key)
        writer.append(byte: UInt8(ascii: "["))
        var isFirst = true
        for value in values {
            if !isFirst { writer.append(byte: UInt8(ascii: ",")) }
            isFirst = false
            writer.append(value)
        }
        writer.append(byte: UInt8(ascii: "]"))
    }

    mutating func put(_ key: StaticString, _ id: RequestID) {
        switch id {
        case .number(let number): put(key, number)
        case .string(let string): put(key, string)
        }
    }

    consuming func finish() -> JSONText {
        writer.append(byte: UInt8(ascii: "}"))
        return JSONText(written: writer)
    }
}
