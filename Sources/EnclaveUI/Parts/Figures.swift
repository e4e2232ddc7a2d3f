import CollabReplica
import CollabWire
import EnclaveModel
import Foundation
import Transcript

/// Figures and times in the reader's language.
enum Figures {
    static func tokens(_ count: Int, locale: Locale) -> String { SessionFormat(locale).tokens(count) }

    /// "12 ⚙": tool calls so far.
    static func tools(_ count: Int, locale: Locale) -> String { "\(SessionFormat(locale).number(count)) ⚙" }

    static func cost(_ dollars: Double, locale: Locale) -> String { SessionFormat(locale).cost(dollars) }

    static func duration(milliseconds: Double, locale: Locale) -> String {
        SessionFormat(locale).duration(milliseconds: milliseconds)
    }

    /// "12 KB", "3.4 MB".
    static func bytes(_ count: Int, locale: Locale) -> String {
        Int64(count).formatted(.byteCount(style: .file).locale(locale))
    }

    static func age(of date: Date, now: Date, locale: Locale) -> String {
        SessionFormat(locale).age(of: date, now: now)
    }

    static func day(_ date: Date, now: Date, timeZone: TimeZone, locale: Locale) -> String {
        SessionFormat(locale).day(date, now: now, timeZone: timeZone)
    }

    /// "12 tools · 40k · 26 % · $0.12 · 2 m": what a subagent has used so far.
    static func agent(_ progress: SubagentProgress, locale: Locale) -> String {
        let format = SessionFormat(locale)
        var parts = [tools(progress.toolCount, locale: locale), format.tokens(progress.tokens)]
        if let tokens = progress.contextTokens, let window = progress.contextWindow, window > 0 {
            parts.append(format.percent(Double(tokens) / Double(window) * 100))
        }
        if progress.cost > 0 { parts.append(format.cost(progress.cost)) }
        if progress.durationMilliseconds > 0 {
            parts.append(format.duration(milliseconds: progress.durationMilliseconds))
        }
        return parts.joined(separator: " · ")
    }
}

extension GuestClient {
    /// "editing Relay.swift · 12 s".
    func runningLine(_ action: RunningAction, locale: Locale) -> String {
        action.line(now: sessionTime, format: SessionFormat(locale))
    }

    /// Tokens and cost of the session so far.
    func figuresLine(locale: Locale) -> String { totals.text(SessionFormat(locale)) }
}
