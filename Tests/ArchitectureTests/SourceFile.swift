import Foundation

/// One Swift file of the repository, with its comments and string contents blanked out where rules look at code.
struct SourceFile {
    /// Path below the repository's root.
    var path: String
    /// The text as written.
    var text: String
    /// The text with comments and the contents of string literals replaced by spaces; line breaks stay. A file in which
    /// no rule can find anything to look at stays as it is: blanking takes time.
    var code: String

    init(path: String, text: String) {
        self.path = path
        self.text = text
        let isOfInterest = Self.telltales.contains { text.contains($0) }
        code = isOfInterest ? Self.blankingCommentsAndStrings(text) : text
    }

    /// What the rules look for in code; in comments and strings it means nothing.
    private static let telltales = [
        "fatalError", "try!", "as!", "try?", "@unchecked Sendable", "nonisolated(unsafe)", "#if", "/*", "\"\"\"",
        "AsyncImage", "URLSession", "WKWebView",
    ]

    /// File name without `.swift`.
    var name: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }

    /// The target the file belongs to: the folder below `Sources`, `Tests` or `Compat`.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// Modules the file imports, whatever attributes stand before the keyword.
    var imports: [String] {
        code.matches(
            of:
                /(?m)^[ \t]*(?:@[\w()]+ )*(?:(?:public|package|internal|private|fileprivate) )?import (?:(?:struct|class|enum|protocol|func|var|let|typealias) )?(\w+)/
        )
        .map { String($0.1) }
    }

    /// Lines of ``code`` with their numbers, from 1.
    var codeLines: [(number: Int, text: Substring)] { Self.numbered(code) }
    /// Lines of ``text``.
    var textLines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    private static func numbered(_ text: String) -> [(number: Int, text: Substring)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0.offset + 1, $0.element) }
    }

    /// Every Swift file below a folder of the repository.
    static func all(below folder: String) -> [SourceFile] {
        let root = Repository.root.appending(path: folder)
        guard let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) else { return [] }
        var files: [SourceFile] = []
        for case let url as URL in walk where url.pathExtension == "swift" {
            let path = folder + url.path.dropFirst(root.path.count)
            guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
            files.append(SourceFile(path: path, text: text))
        }
        return files.sorted { $0.path < $1.path }
    }

    private static func blankingCommentsAndStrings(_ text: String) -> String {
        var output: [UInt8] = []
        let bytes = Array(text.utf8)
        output.reserveCapacity(bytes.count)
        let newline = UInt8(ascii: "\n")
        let quote = UInt8(ascii: "\"")
        let hash = UInt8(ascii: "#")
        var index = 0

        func blank(upTo end: Int) {
            while index < min(end, bytes.count) {
                output.append(bytes[index] == newline ? newline : UInt8(ascii: " "))
                index += 1
            }
        }
        func starts(_ text: StaticString, at position: Int) -> Bool {
            let count = text.utf8CodeUnitCount
            guard position + count <= bytes.count else { return false }
            for offset in 0..<count where bytes[position + offset] != text.utf8Start[offset] { return false }
            return true
        }

        while index < bytes.count {
            if starts("//", at: index) {
                blank(upTo: bytes[index...].firstIndex(of: newline) ?? bytes.count)
            } else if starts("/*", at: index) {
                var end = index + 2
                var depth = 1
                while end < bytes.count, depth > 0 {
                    if starts("*/", at: end) {
                        depth -= 1; end += 2
                    } else if starts("/*", at: end) {
                        depth += 1; end += 2
                    } else {
                        end += 1
                    }
                }
                blank(upTo: end)
            } else if bytes[index] == quote || (bytes[index] == hash && starts("#\"", at: index))
                || starts("##\"", at: index)
            {
                var pounds = 0
                while index + pounds < bytes.count, bytes[index + pounds] == hash { pounds += 1 }
                let multiline = starts("\"\"\"", at: index + pounds)
                let closing =
                    [UInt8](repeating: quote, count: multiline ? 3 : 1) + [UInt8](repeating: hash, count: pounds)
                var end = index + pounds + (multiline ? 3 : 1)
                while end < bytes.count, !bytes[end...].starts(with: closing), multiline || bytes[end] != newline {
                    end += pounds == 0 && bytes[end] == UInt8(ascii: "\\") ? 2 : 1
                }
                blank(upTo: end + closing.count)
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

/// Where the repository lies.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
