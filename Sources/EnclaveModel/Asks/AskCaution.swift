import CollabWire

/// What a person should know about the letters of a question before answering it.
///
/// A command to approve is read, not run: characters that turn the direction of text, or letters of other scripts that
/// look like Latin ones, could make it read as another one.
public struct AskCaution: Sendable, Hashable {
    /// Something that turns the direction of text was left out of what is shown.
    public var hasDirections: Bool
    /// Control characters were left out of what is shown.
    public var hasControls: Bool
    /// Words with letters that only look like Latin ones, in the order they stand; at most ``mostWords``.
    public var lookalikes: [String]

    /// Words that are named at most.
    public static let mostWords = 3

    /// Nothing to say.
    public var isEmpty: Bool { !hasDirections && !hasControls && lookalikes.isEmpty }

    /// Looks at everything of a question that is shown.
    public init(_ ask: Ask) {
        var texts = [ask.title]
        if case .select(let select) = ask.kind {
            texts += [select.helpText].compactMap(\.self)
            for option in select.options { texts += [option.label] + [option.description].compactMap(\.self) }
        }
        hasDirections = texts.contains(where: \.turnsDirection)
        hasControls = texts.contains(where: \.withoutDirections.isUnreadable)
        var words: [String] = []
        for text in texts {
            for word in text.split(whereSeparator: \.isWhitespace) where words.count < Self.mostWords {
                let shown = String(word).readable
                if Self.isLookalike(shown), !words.contains(shown) { words.append(shown) }
            }
        }
        lookalikes = words
    }

    /// A word with Latin letters in it, and beside them a run of letters that all look like Latin ones and are not. A
    /// word of another script has letters of its own: "отчёт.txt" is no disguise, "аpp.txt" with a Cyrillic "а" is.
    static func isLookalike(_ word: String) -> Bool {
        let scalars = word.unicodeScalars
        guard scalars.contains(where: isLatin), scalars.contains(where: isDisguised) else { return false }
        return scalars.split { !$0.properties.isAlphabetic }.contains { run in
            run.contains(where: isDisguised) && run.allSatisfy { isDisguised($0) || isLatin($0) }
        }
    }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// Cyrillic, Greek and full-width letters that most fonts draw as Latin ones.
    private static func isDisguised(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
        default: lettersLikeLatin.contains(scalar)
        }
    }

    private static let lettersLikeLatin = Set("АВЕЅІЈКМНОРСТХУаеорсухѕіјһԁԛԝѵӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι".unicodeScalars)
}
