import CollabGuest
import CollabWire
import EnclaveModel
import Foundation
import Testing

@testable import EnclaveUI

@Suite("The String Catalog")
@MainActor
struct StringCatalogTests {
    private let catalog = StringCatalog.shared
    nonisolated private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources")

    /// The sources of the screens, without comments.
    private func sources() throws -> String {
        var text = ""
        let files = ["EnclaveUI", "EnclaveWidgets"].flatMap { room in
            FileManager.default.enumerator(at: Self.folder.appending(path: room), includingPropertiesForKeys: nil)?
                .compactMap { $0 as? URL } ?? []
        }
        for file in files where file.pathExtension == "swift" {
            text += try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }.joined(separator: "\n")
        }
        return text
    }

    private func places(_ text: String) -> [String] { text.matches(of: /%(?:\d+\$)?(?:lld|@|lf)/).map { String($0.0) } }

    @Test("English and German have the same keys, and the same places in the same order")
    func languages() throws {
        let english = try #require(catalog.forms["en"])
        let german = try #require(catalog.forms["de"])
        #expect(english.count > 200)
        #expect(Set(english.keys).symmetricDifference(german.keys) == [])
        for (key, forms) in english {
            for (form, words) in forms { #expect(places(words) == places(key), "en \(key) (\(form))") }
            for (form, words) in german[key] ?? [:] {
                #expect(places(words) == places(key), "de \(key) (\(form))")
                #expect(!words.isEmpty)
            }
            #expect(Set(forms.keys) == Set((german[key] ?? [:]).keys), "plural forms of \(key)")
        }
    }

    @Test("Every key in the sources is in the catalog")
    func used() throws {
        let text = try sources()
        let contexts =
            /(?:\b(?:Text|Label|Badge|TextField|heading|note|fact|warning|header|SectionHeader|section|titledScreen|Awaited|FocusedScreen|ScreenTitle|lookUp|step|confirmationDialog)\(\s*|\.init\(|(?:title|message|invitation|actionTitle|label): )"((?:[^"\\\n]|\\\([^\n]*?\)(?=[^)])|\\.)*)"/
        var missing: Set<String> = []
        for match in text.matches(of: contexts) {
            let key = Self.key(String(match.1))
            guard key.contains(where: \.isLetter), !key.hasPrefix("chevron.") else { continue }
            if catalog.forms["en"]?[key] == nil { missing.insert(key) }
        }
        // `Text` of a ready-made text, and a place holder that is an address.
        missing.subtract(["https://my.omp.sh/#…", "docs site", "relay reconnect audit"])
        #expect(missing == [])
    }

    @Test("Every key in the catalog is used, by the screens or as a sentence of the model")
    func unused() throws {
        let text = try sources()
        let literals = Set(
            text.matches(of: /"((?:[^"\\\n]|\\\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)|\\.)*)"/)
                .map { Self.key(String($0.1)) })
        let sentences = Set(Self.modelSentences)
        let unused = (catalog.forms["en"] ?? [:]).keys.filter { !literals.contains($0) && !sentences.contains($0) }
        #expect(unused.sorted() == [])
    }

    @Test("The model's sentences have German words")
    func sentences() {
        for sentence in Self.modelSentences {
            let german = catalog.text(sentence, count: nil, locale: Locale(identifier: "de_DE"))
            #expect(german != nil && german != sentence, "\(sentence)")
        }
    }

    /// Keys of names, values and hints: those in the line that gives them, and those that come there through a variable.
    private func heard() throws -> Set<String> {
        let lines = try sources().split(separator: "\n")
        let literal = /"((?:[^"\\]|\\\((?:[^()]|\([^()]*\))*\)|\\.)*)"/
        let here = lines.filter { $0.contains(/accessibility(?:Label|Value|Hint)\(/) }
            .flatMap { $0.matches(of: literal).map { Self.key(String($0.1)) } }
        return Set(here).union([
            "Previous match", "Next match", "failed", "skipped", "added", "removed", "unchanged",
        ])
    }

    @Test("What is only heard says nothing of where its words break: some voices pause there")
    func heardWords() throws {
        let shown: Set<String> = ["Settings", "Pairing code"]
        for key in try heard().subtracting(shown) {
            for words in catalog.forms["de"]?[key]?.values.map(\.self) ?? [] {
                #expect(!words.contains("\u{AD}"), "\(key)")
            }
        }
        let german = Locale(identifier: "de_DE")
        #expect(Words.lookUp("Settings", german).unicodeScalars.contains("\u{AD}"))
        #expect(Words.lookUp("Settings", german).withoutSoftHyphens == "Einstellungen")
    }

    @Test("Long German words say where they break: at the largest text they do not stand in one line")
    func hyphens() throws {
        let heard = try heard()
        for (key, forms) in try #require(catalog.forms["de"]) where !heard.contains(key) {
            for words in forms.values {
                let least = words.count(where: { $0 != "\u{AD}" }) <= 40 ? 10 : 12
                for word in words.matches(of: /[\p{L}\u{AD}]+/) where word.output.count >= least {
                    #expect(word.output.contains("\u{AD}"), "\(word.output) in the German words for “\(key)”")
                    for piece in word.output.split(separator: "\u{AD}") {
                        #expect((2...9).contains(piece.count), "\(word.output) in the German words for “\(key)”")
                    }
                }
            }
        }
        #expect(RoomForWords.largest(for: "Main") == .accessibility5)
        #expect(RoomForWords.largest(for: "Keeper of docs") == .accessibility5)
        #expect(RoomForWords.largest(for: "DocKeeper") == .accessibility3)
        #expect(RoomForWords.largest(for: "leitet Unteragenten") == .accessibility2)
        #expect(RoomForWords.largest(for: "Sources/Core") == .accessibility5)
        #expect(RoomForWords.largest(for: "Donaudampfschifffahrt") == .accessibility1)
    }

    @Test("Plural forms are chosen by the count, in both languages")
    func plurals() {
        let key = "%lld more lines"
        #expect(catalog.text(key, count: 1, locale: Locale(identifier: "en_US")) == "%lld more line")
        #expect(catalog.text(key, count: 2, locale: Locale(identifier: "en_US")) == "%lld more lines")
        #expect(catalog.text(key, count: 1, locale: Locale(identifier: "de_DE")) == "%lld weitere Zeile")
        #expect(catalog.text(key, count: 0, locale: Locale(identifier: "de_DE")) == "%lld weitere Zeilen")
        #expect(catalog.text(key, count: 2, locale: Locale(identifier: "fr_FR")) == "%lld more lines")
        #expect(catalog.text("no such key", count: nil, locale: Locale(identifier: "de_DE")) == nil)
    }

    /// Constant sentences that the model hands to screens.
    private static let modelSentences: [String] = {
        let ends: [EndReason] = [
            .left, .bye(""), .roomClosed, .noSuchRoom, .hostAlreadyConnected, .roomFull, .wrongKey,
            .welcomeTimeout, .snapshotTimeout,
        ]
        return ends.map(\.sentence) + spoken
    }()

    /// Sentences in the sources of the rooms below that reach a screen; places stand for what is put into them.
    private static let spoken: [String] = {
        let files = [
            "CollabWire/Link/LinkError.swift", "CollabGuest/Session/Welcome+Newer.swift",
            "CollabGuest/Session/RequestError.swift", "CollabGuest/Session/Outbox.swift",
            "CollabGuest/Session/ConnectionMachine.swift", "CollabGuest/Session/GuestSession.swift",
            "CollabReplica/Replica.swift", "Transcript/Images/ImageFormat.swift", "EnclaveAlerts/DeviceKeys.swift",
            "EnclaveModel/Storage/Vault.swift", "EnclaveModel/Storage/PrivateFiles.swift",
            "EnclaveModel/Session/GuestClient.swift", "EnclaveModel/App/AppModel.swift",
            "EnclaveModel/Agents/TranscriptReading.swift", "EnclaveUI/Session/Attachment.swift",
            "EnclaveContracts/BridgeAddressError.swift", "EnclaveModel/Attention/RenewalSender.swift",
        ]
        var found: [String] = []
        for file in files {
            do {
                let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                    .split(separator: "\n")
                    .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }.joined(separator: "\n")
                let literal = /"((?:[A-Z“]|\\\()(?:[^"\\\n]|\\\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)|\\.)*)"/
                for match in text.matches(of: literal) {
                    let sentence = places(String(match.1))
                    // A sentence has words, and ends like one, or in what is put into it.
                    if sentence.contains(" "), sentence.hasSuffix(".") || sentence.hasSuffix(". %@") {
                        found.append(sentence)
                    }
                }
            } catch {
                Issue.record(error)
            }
        }
        return found
    }()

    /// A literal with `%@` for each of its interpolations.
    private static func places(_ literal: String) -> String {
        var text = ""
        var rest = Substring(literal)
        while let start = rest.range(of: "\\(") {
            text += rest[..<start.lowerBound]
            var depth = 1
            var end = start.upperBound
            while depth > 0, end < rest.endIndex {
                if rest[end] == "(" { depth += 1 } else if rest[end] == ")" { depth -= 1 }
                end = rest.index(after: end)
            }
            text += "%@"
            rest = rest[end...]
        }
        return text + rest
    }

    @Test("A sentence with something in it is spoken in German with the same in it; a host's own words stand")
    func patterns() {
        let german = Locale(identifier: "de_DE")
        #expect(
            Words.sentence("The relay refused the connection (HTTP 502).", german)
                == "Das Relay hat die Verbindung abgelehnt (HTTP 502).")
        #expect(
            Words.sentence("The image is too large to show: 9000 bytes, at most 4000 are taken.", german)
                == "Das Bild ist zu groß zum Zeigen: 9000 Bytes, höchstens 4000 werden genommen.")
        #expect(Words.text(LinkError.secretLength(31), german).hasPrefix("Das Geheimnis dieses Links hat 31 Bytes"))
        #expect(Words.sentence("Nope, says the \u{202E}host.", german) == "Nope, says the host.")
        for pattern in Words.patterns {
            #expect(catalog.text(pattern, count: nil, locale: german) != nil, "\(pattern)")
        }
    }

    /// The key of a literal as the compiler makes it: interpolations become places.
    private static func key(_ literal: String) -> String {
        var key = ""
        var rest = Substring(literal)
        while let start = rest.range(of: "\\(") {
            // The compiler doubles a percent sign in a text with places.
            key += rest[..<start.lowerBound].replacing("%", with: "%%")
            var depth = 1
            var end = start.upperBound
            while depth > 0, end < rest.endIndex {
                if rest[end] == "(" { depth += 1 } else if rest[end] == ")" { depth -= 1 }
                end = rest.index(after: end)
            }
            let expression = rest[start.upperBound..<end].dropLast()
            let isCount =
                expression.contains("ount") || expression.contains("received") || expected.contains(String(expression))
            key += isCount ? "%lld" : "%@"
            rest = rest[end...]
        }
        return key + (literal.contains("\\(") ? rest.replacing("%", with: "%%") : rest)
    }

    /// Expressions of whole numbers that don't say so by their name.
    private static let expected: Set<String> = [
        "expected", "attempt", "attempt.attempt", "most", "added", "removed", "waiting", "session.scroll.newRows",
        "done", "total", "percent",
    ]
}
