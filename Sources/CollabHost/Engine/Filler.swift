import CollabWire

/// Plausible entries in bulk, so that a host of any size can be had from three lines of script.
enum Filler {
    private static let words =
        "anchor ballast beacon berth bridge buoy cable canal chart cleat compass current deck depth draft drift fender ferry flag fog gauge harbour helm hull jetty keel lantern ledger log mast mooring pier pilot quay rope rudder sail signal sound swell tide timber wake wave winch wind"
        .split(separator: " ").map(String.init)

    /// Writes so many entries of about so many UTF-16 units.
    static func write(entries: Int, units: Int, into engine: inout HostEngine) {
        for index in 0..<entries {
            let text = prose(units: units, random: &engine.random)
            let message: JSONValue =
                if index.isMultiple(of: 3) {
                    HostJSON.object([
                        "role": .string("user"), "content": .string(text),
                        "timestamp": .number(engine.entryTime.rounded()),
                    ])
                } else {
                    HostJSON.object([
                        "role": .string("assistant"),
                        "content": .array([HostJSON.object(["type": .string("text"), "text": .string(text)])]),
                        "model": .string("\(engine.model.provider)/\(engine.model.id)"), "stopReason": .string("stop"),
                        "timestamp": .number(engine.entryTime.rounded()),
                    ])
                }
            engine.enter("message", ["message": message])
        }
    }

    private static func prose(units: Int, random: inout Random) -> String {
        var text = ""
        var length = 0
        while length < units {
            let word = words[random.number(in: 0...(words.count - 1))]
            text += word
            length += word.utf8.count + 1
            text += random.number(in: 0...11) == 0 ? ".\n" : " "
        }
        return text
    }
}
