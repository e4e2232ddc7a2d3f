import Foundation

/// Numbers, durations and ages as a person reads them, in the person's language.
///
/// Pure and small: Linux has no `RelativeDateTimeFormatter`, and a list of a thousand ages should cost nothing.
/// English and German; other languages read English.
public struct SessionFormat: Sendable, Hashable {
    /// The languages spoken.
    public enum Language: String, Sendable, Hashable, CaseIterable {
        case english = "en"
        case german = "de"
    }

    /// The language spoken.
    public let language: Language

    /// Speaks a language.
    public init(_ language: Language) { self.language = language }

    /// Speaks the language of a locale, or English.
    public init(_ locale: Locale) {
        let code = locale.identifier.prefix { $0 != "_" && $0 != "-" }.lowercased()
        language = Language(rawValue: code) ?? .english
    }

    /// English.
    public static let english = SessionFormat(.english)
    /// German.
    public static let german = SessionFormat(.german)

    func choose(_ english: String, _ german: String) -> String { language == .german ? german : english }

    // MARK: Numbers

    /// A count of the host's, such as attempts or waiting prompts, as short as a line can bear: "7", "999+". Hosts say what
    /// they like.
    public static func short(_ count: Int) -> String { count > 999 ? "999+" : String(max(0, count)) }

    /// "1,234,567", "1.234.567".
    public func number(_ value: Int) -> String {
        let digits = String(value.magnitude)
        var output = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { output += choose(",", ".") }
            output.append(digit)
        }
        return value < 0 ? "-" + output : output
    }

    /// "950", "12.3k", "1.2M": tokens and other large counts.
    public func tokens(_ value: Int) -> String {
        guard value > 0 else { return "0" }
        if value < 1000 { return String(value) }
        if value < 1_000_000 {
            // 999,950 and more would read "1000k".
            return value >= 999_500 ? "1.0M".replacing(".", with: point) : scaled(Double(value) / 1000) + "k"
        }
        return scaled(Double(value) / 1_000_000) + "M"
    }

    private func scaled(_ value: Double) -> String {
        value >= 99.95 ? String(Int(value.rounded())) : CardFormat.oneDecimal(value).replacing(".", with: point)
    }

    private var point: String { choose(".", ",") }

    /// "$0.042", "$4.20", "0,042 $": US dollars.
    public func cost(_ dollars: Double) -> String {
        guard dollars.isFinite, dollars > 0 else { return amount("0.00") }
        return amount(Self.decimals(dollars, dollars >= 1 ? 2 : 3))
    }

    private func amount(_ digits: String) -> String {
        choose("$\(digits)", "\(digits.replacing(".", with: ",")) $")
    }

    /// A number with exactly so many decimals.
    static func decimals(_ value: Double, _ count: Int) -> String {
        let factor = (0..<count).reduce(1) { product, _ in product * 10 }
        let scaled = (value * Double(factor)).rounded(.toNearestOrAwayFromZero)
        guard abs(scaled) < 1e15 else { return "\(value)" }
        let whole = Int(scaled.magnitude)
        let fraction = String(whole % factor)
        let padding = String(repeating: "0", count: count - fraction.count)
        return "\(scaled < 0 ? "-" : "")\(whole / factor).\(padding)\(fraction)"
    }

    /// "73 %", "73%"; a dash when it is not known.
    public func percent(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "—" }
        let whole = Int(min(999, max(0, value)).rounded())
        return choose("\(whole)%", "\(whole) %")
    }

    // MARK: Time

    /// "840 ms", "12 s", "4 min 5 s", "1 h 12 min".
    public func duration(milliseconds: Double) -> String {
        guard milliseconds.isFinite, milliseconds > 0 else { return "0 s" }
        if milliseconds < 1000 { return "\(Int(milliseconds)) ms" }
        return duration(seconds: milliseconds / 1000)
    }

    /// "12 s", "4 min 5 s", "1 h 12 min", "2 d 3 h".
    public func duration(seconds: Double) -> String {
        guard seconds.isFinite, seconds > 0 else { return "0 s" }
        let whole = Int(min(seconds, 1e9))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return whole % 60 == 0 ? "\(whole / 60) min" : "\(whole / 60) min \(whole % 60) s" }
        if whole < 86_400 {
            let minutes = whole / 60 % 60
            return minutes == 0 ? "\(whole / 3600) h" : "\(whole / 3600) h \(minutes) min"
        }
        let hours = whole / 3600 % 24
        let days = "\(whole / 86_400) \(choose("d", "T"))"
        return hours == 0 ? days : "\(days) \(hours) h"
    }

    /// "now", "42 s ago", "5 min ago", "3 h ago", "yesterday", "12 d ago", "3 mo ago", "2 y ago". A date that lies ahead
    /// is now: clocks differ.
    public func age(of date: Date, now: Date) -> String {
        let seconds = now.timeIntervalSince(date)
        guard seconds.isFinite, seconds >= 10 else { return choose("now", "gerade eben") }
        let whole = Int(min(seconds, 1e11))
        if whole < 60 { return ago("\(whole) s", "\(whole) Sek.") }
        if whole < 3600 { return ago("\(whole / 60) min", "\(whole / 60) Min.") }
        if whole < 86_400 { return ago("\(whole / 3600) h", "\(whole / 3600) Std.") }
        let days = whole / 86_400
        if days == 1 { return choose("yesterday", "gestern") }
        if days < 60 { return ago("\(days) d", "\(days) Tagen") }
        if days < 730 { return ago("\(days / 30) mo", "\(days / 30) Monaten") }
        return ago("\(days / 365) y", "\(days / 365) Jahren")
    }

    private func ago(_ english: String, _ german: String) -> String { choose("\(english) ago", "vor \(german)") }

    /// "today", "yesterday", "Tue, 3 March", "3 March 2025": what a day separator says.
    public func day(_ date: Date, now: Date, timeZone: TimeZone) -> String {
        var clock = DayClock(timeZone: timeZone)
        guard let day = clock.day(of: date), let today = clock.day(of: now) else { return "—" }
        switch today - day {
        case 0: return choose("today", "heute")
        case 1: return choose("yesterday", "gestern")
        default: break
        }
        let (year, month, dayOfMonth) = Self.civil(day)
        let monthName = months[month - 1]
        let plain = choose("\(dayOfMonth) \(monthName)", "\(dayOfMonth). \(monthName)")
        if (0..<300).contains(today - day) {
            // Day 0 was a Thursday.
            let weekday = Int(((day % 7) + 7 + 3) % 7)
            return "\(weekdays[weekday]), \(plain)"
        }
        return "\(plain) \(year)"
    }

    private var months: [String] {
        language == .german
            ? [
                "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
                "November", "Dezember",
            ]
            : [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ]
    }

    private var weekdays: [String] {
        language == .german
            ? ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"] : ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    }

    /// Year, month and day of a day counted from 1970-01-01, by the Gregorian calendar.
    static func civil(_ day: Int32) -> (year: Int, month: Int, day: Int) {
        let shifted = Int(day) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
