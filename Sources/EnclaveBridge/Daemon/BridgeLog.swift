import Foundation

/// The bridge's log: one JSON object per line, to standard error.
///
/// Values are numbers, words of the program's own and keyed hashes; there is no way to put a text that came from
/// outside into a line (rule: secrets and transcript text are never logged).
public struct BridgeLog: Sendable {
    /// How much is told.
    public enum Level: String, Sendable, Hashable, CaseIterable, Comparable {
        case debug, info, warning, error

        /// Less important is smaller.
        public static func < (left: Level, right: Level) -> Bool { rank(left) < rank(right) }

        private static func rank(_ level: Level) -> Int { allCases.firstIndex(of: level) ?? 0 }
    }

    /// What a field may hold.
    public enum Value: Sendable {
        case number(Int)
        /// Written in the source.
        case word(StaticString)
        /// A room, a device or an alert by a keyed hash; its first eight digits are written.
        case tag(String)
        /// One of ``APNsReply/documentedReasons`` or of the program's own words.
        case reason(String)
    }

    /// Lines below this are left out.
    public var level: Level
    private let write: @Sendable (String) -> Void
    private let clock: @Sendable () -> Int

    /// A log.
    /// - Parameters:
    ///   - write: gets each line without its end.
    ///   - clock: milliseconds since 1970.
    public init(
        level: Level = .info, clock: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1_000) },
        write: @escaping @Sendable (String) -> Void
    ) {
        self.level = level
        self.write = write
        self.clock = clock
    }

    /// Writes a line, unless it is below the level.
    public func callAsFunction(
        _ level: Level, _ event: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]
    ) {
        guard level >= self.level else { return }
        var line = "{\"time\":\"\(Self.time(clock()))\",\"level\":\"\(level.rawValue)\",\"event\":\"\(event)\""
        for (name, value) in fields {
            line += ",\"\(name)\":"
            switch value {
            case .number(let number): line += "\(number)"
            case .word(let word): line += "\"\(word)\""
            case .tag(let tag): line += "\"\(Self.plain(tag, limit: 8))\""
            case .reason(let reason): line += "\"\(Self.plain(reason, limit: 40))\""
            }
        }
        write(line + "}")
    }

    /// Letters, digits and a few signs: nothing that could end the text or the line.
    private static func plain(_ text: String, limit: Int) -> String {
        String(text.prefix(limit).filter { $0.isASCII && ($0.isLetter || $0.isNumber || " .:-_".contains($0)) })
    }

    /// ISO 8601 in UTC, with milliseconds.
    private static func time(_ milliseconds: Int) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let rest = milliseconds % 1_000
        return "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T\(two(parts.tm_hour)):"
            + "\(two(parts.tm_min)):\(two(parts.tm_sec)).\(rest < 10 ? "00" : rest < 100 ? "0" : "")\(rest)Z"
    }
}
