import Foundation

/// Reads ISO 8601 instants as hosts write them: `2026-01-01T00:00:00(.fraction)?(Z|±hh:mm|±hhmm)?`.
///
/// Foundation's formatters take about fifty times as long, and every entry carries a date.
enum ISODate {
    /// The instant, or nil. Without a zone it is taken as UTC; a date alone is its midnight.
    static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
        var reader = Reader(text: text)
        guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2), (1...12).contains(month),
            reader.skip("-"), let day = reader.digits(2), (1...31).contains(day)
        else { return nil }
        var seconds = Double(daysSince1970(year: year, month: month, day: day) * 86_400)
        if reader.isAtEnd { return Date(timeIntervalSince1970: seconds) }
        guard reader.skip("T") || reader.skip("t") || reader.skip(" "), let hour = reader.digits(2), hour <= 24,
            reader.skip(":"), let minute = reader.digits(2), minute < 60
        else { return nil }
        seconds += Double(hour * 3600 + minute * 60)
        if reader.skip(":") {
            guard let second = reader.digits(2), second <= 60 else { return nil }
            seconds += Double(second)
            if reader.skip(".") || reader.skip(",") {
                guard let fraction = reader.fraction() else { return nil }
                seconds += fraction
            }
        }
        if reader.isAtEnd || reader.skip("Z") || reader.skip("z") {
            return reader.isAtEnd ? Date(timeIntervalSince1970: seconds) : nil
        }
        let isWest = reader.skip("-")
        guard isWest || reader.skip("+"), let hours = reader.digits(2) else { return nil }
        _ = reader.skip(":")
        let minutes = reader.digits(2) ?? 0
        guard reader.isAtEnd else { return nil }
        let offset = Double(hours * 3600 + minutes * 60)
        return Date(timeIntervalSince1970: isWest ? seconds + offset : seconds - offset)
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March here, so that the leap day is the last of its year.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private struct Reader {
        let text: UnsafeBufferPointer<UInt8>
        var at = 0

        var isAtEnd: Bool { at == text.count }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard at < text.count, text[at] == UInt8(ascii: character) else { return false }
            at += 1
            return true
        }

        mutating func digits(_ count: Int) -> Int? {
            guard at + count <= text.count else { return nil }
            var value = 0
            for offset in 0..<count {
                let digit = text[at + offset] &- 0x30
                guard digit < 10 else { return nil }
                value = value * 10 + Int(digit)
            }
            at += count
            return value
        }

        mutating func fraction() -> Double? {
            var value = 0.0
            var scale = 1.0
            let first = at
            while at < text.count, text[at] &- 0x30 < 10 {
                value = value * 10 + Double(text[at] &- 0x30)
                scale *= 10
                at += 1
                if at - first == 15 { break }
            }
            guard at > first else { return nil }
            while at < text.count, text[at] &- 0x30 < 10 { at += 1 }
            return value / scale
        }
    }
}
