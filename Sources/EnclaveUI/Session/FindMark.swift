import EnclaveModel
import SwiftUI
import Transcript

/// A search of the transcript: what is looked for, and the match that the reader stands at.
struct Finding: Equatable {
    /// A match: the row, and which of the row's matches it is.
    struct Place: Equatable {
        var turn: TurnID
        var ordinal: Int
    }

    var query = ""
    var current: Place?

    /// What to mark in a row; nil while nothing is looked for.
    func mark(in turn: UITurn) -> FindMark? {
        let query = query.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !query.isEmpty else { return nil }
        guard let current, current.turn == turn.id else { return FindMark(query: query, current: .none) }
        return FindMark(query: query, current: turn.kind.hasCountedMatches ? .ordinal(current.ordinal) : .all)
    }
}

/// What views mark in their words while somebody looks for something.
struct FindMark: Equatable {
    /// The match that the reader stands at, among those in the view's own words.
    enum Current: Equatable {
        case none
        case ordinal(Int)
        /// Which one is not known: all of the row's.
        case all
    }

    /// The identity of the place to scroll to.
    static let anchor = "find-current"

    var query: String
    var current: Current

    /// Whether the reader stands in these words.
    var isCurrent: Bool { current != .none }

    func count(in text: String) -> Int { TranscriptSearch.ranges(of: query, in: text).count }

    /// Which of these words the match is in that the reader stands at: a mark for each.
    /// - Parameter isWhole: whether these are all the words of the row: then the last match counts where there are fewer
    ///   than the source of the words has.
    func split(over texts: [String], isWhole: Bool = false) -> [FindMark] {
        guard case .ordinal(let wanted) = current else { return texts.map { _ in self } }
        let counts = texts.map(count(in:))
        var rest = isWhole ? min(wanted, counts.reduce(0, +) - 1) : wanted
        return counts.map { count in
            defer { rest -= count }
            return FindMark(query: query, current: (0..<count).contains(rest) ? .ordinal(rest) : .none)
        }
    }
}

extension UITurn.Kind {
    /// Whether matches in the row are marked one by one: its words are drawn as one text after the other.
    var hasCountedMatches: Bool {
        switch self {
        case .user, .prose, .thinking, .advisor, .notice, .note: true
        default: false
        }
    }
}

private struct FindMarkKey: EnvironmentKey {
    static let defaultValue: FindMark? = nil
}

extension EnvironmentValues {
    /// What is looked for in the row.
    var findMark: FindMark? {
        get { self[FindMarkKey.self] }
        set { self[FindMarkKey.self] = newValue }
    }
}

extension AttributedString {
    /// The text with what is looked for marked: on a ground and with a line below, dotted where the reader does not stand.
    func marking(_ mark: FindMark?, _ theme: Theme) -> AttributedString {
        guard let mark else { return self }
        let text = String(characters)
        var result = self
        for (ordinal, range) in TranscriptSearch.ranges(of: mark.query, in: text).enumerated() {
            guard let start = AttributedString.Index(range.lowerBound, within: self),
                let end = AttributedString.Index(range.upperBound, within: self)
            else { continue }
            if mark.current == .all || mark.current == .ordinal(ordinal) {
                result[start..<end].backgroundColor = theme[\.accent]
                result[start..<end].foregroundColor = theme[\.onAccent]
                result[start..<end].underlineStyle = .single
            } else {
                result[start..<end].backgroundColor = theme[\.accentDim]
                result[start..<end].underlineStyle = Text.LineStyle(pattern: .dot)
            }
        }
        return result
    }
}

/// Words of a host with what is looked for marked in them.
struct FoundText: View {
    @Environment(\.theme) private var theme
    @Environment(\.findMark) private var mark

    private let words: String

    init(shown words: String) { self.words = words }

    var body: some View {
        if let mark {
            Text(AttributedString(shown: words).marking(mark, theme))
        } else {
            Text(shown: words)
        }
    }
}

/// Where the list scrolls to, when the words hold the match that the reader stands at.
private struct FindAnchor: ViewModifier {
    let isCurrent: Bool

    func body(content: Content) -> some View {
        content.background {
            if isCurrent { Color.clear.id(FindMark.anchor).accessibilityHidden(true) }
        }
    }
}

/// Opens what is closed while the reader stands at a match inside.
private struct OpensWhenFound: ViewModifier {
    @Environment(\.findMark) private var mark
    @Binding var isOpen: Bool

    func body(content: Content) -> some View {
        content.onChange(of: mark?.isCurrent ?? false, initial: true) { _, isCurrent in
            if isCurrent { isOpen = true }
        }
    }
}

extension View {
    /// Marks the place to scroll to.
    func findAnchor(_ mark: FindMark?) -> some View { modifier(FindAnchor(isCurrent: mark?.isCurrent ?? false)) }

    /// Opens what is closed while the reader stands at a match inside.
    func opensWhenFound(_ isOpen: Binding<Bool>) -> some View { modifier(OpensWhenFound(isOpen: isOpen)) }
}
