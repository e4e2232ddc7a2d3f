import Foundation
import Testing
import ViewTree

@Suite("Symbols") struct SymbolTests {
    @Test("every symbol that the screens name has a drawing")
    func drawings() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/EnclaveUI")
        let walk = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var missing: Set<String> = []
        var count = 0
        for case let url as URL in walk where url.pathExtension == "swift" {
            let text = try String(contentsOf: url, encoding: .utf8)
            for match in text.matches(
                of: /(?:systemName|systemImage|symbol): (?:[^"\n]*\? )?"([a-z0-9.]+)"(?: : "([a-z0-9.]+)")?/)
            {
                for name in [match.1, match.2 ?? match.1].map(String.init) {
                    count += 1
                    if !Symbols.exists(name) { missing.insert(name) }
                }
            }
        }
        #expect(count > 40)
        #expect(missing.isEmpty, "Compat/ViewTree/Symbols.swift has no drawing for these")
    }
}
