import Foundation

/// Counts days in a time zone, fast for dates that come in order.
struct DayClock: Sendable {
    let timeZone: TimeZone
    /// The quarter of an hour looked up last: offsets only change between them.
    private var quarter = Int.min
    private var offset = 0

    init(timeZone: TimeZone) { self.timeZone = timeZone }

    /// The number of the day of a date; nil for a date out of any calendar's range.
    mutating func day(of date: Date) -> Int32? {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite, abs(seconds) < 1e11 else { return nil }
        let whole = Int(seconds.rounded(.down))
        let current = whole >= 0 ? whole / 900 : (whole - 899) / 900
        if current != quarter {
            quarter = current
            offset = timeZone.secondsFromGMT(for: date)
        }
        let local = whole + offset
        return Int32(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
    }
}
