/// Tells one dead device from a bridge that is set up wrongly: when most devices of an environment are called bad at the
/// same time, the key, the topic or the environment is wrong, and no device must be given up for it. Pure.
struct TokenHealth: Sendable {
    /// What was last heard about a device.
    private struct Word: Sendable {
        var isBad: Bool
        var at: Int
    }

    private var words: [String: Word] = [:]

    /// Words older than this say nothing, milliseconds.
    static let memory = 3_600_000
    /// From this many bad devices on it is an alarm, when they are at least half of all.
    static let alarmCount = 3

    /// Apple took a push for a device.
    mutating func isGood(_ device: String, now: Int) { words[device] = Word(isBad: false, at: now) }

    /// Apple called a device's token bad.
    /// - Returns: whether that is the device's own fault; false raises the alarm instead.
    mutating func isBad(_ device: String, now: Int) -> Bool {
        words[device] = Word(isBad: true, at: now)
        words = words.filter { now - $0.value.at <= Self.memory }
        return !isAlarming
    }

    /// Most devices are called bad.
    var isAlarming: Bool {
        let bad = words.values.count { $0.isBad }
        return bad >= Self.alarmCount && bad * 2 >= words.count
    }
}
