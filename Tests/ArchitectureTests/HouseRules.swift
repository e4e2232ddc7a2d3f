import Foundation

/// The rules of ARCHITECTURE.md that can be read off the sources. Each returns what breaks it, as `path:line: what`.
enum HouseRules {
    /// Which modules each room may import: the table of ARCHITECTURE.md.
    static func importTable(in markdown: String) -> [String: Set<String>] {
        var table: [String: Set<String>] = [:]
        for line in markdown.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3 else { continue }
            let room = cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
            table[room] = Set(cells[2].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        }
        return table
    }

    /// Modules that every room may use.
    static let common: Set<String> = [
        "Foundation", "FoundationNetworking", "FoundationXML", "Observation", "Dispatch", "Glibc", "Musl", "Darwin",
    ]

    /// Imports that the table does not allow, and rooms that the table does not know.
    static func forbiddenImports(_ files: [SourceFile], table: [String: Set<String>]) -> [String] {
        files.flatMap { file -> [String] in
            guard let allowed = table[file.target] else {
                return ["\(file.path): ARCHITECTURE.md has no row for \(file.target)"]
            }
            return file.imports.filter { !allowed.contains($0) && !common.contains($0) }
                .map { "\(file.path): \(file.target) may not import \($0)" }
        }
    }

    /// Files that declare or extend nothing of their own name: in `Name.swift` and `Name+Topic.swift` some declared name
    /// begins with `Name` (in a file of functions whatever the case).
    static func misnamedFiles(_ files: [SourceFile]) -> [String] {
        let keywords = ["struct", "class", "enum", "actor", "protocol", "typealias", "extension", "func", "macro"]
        return files.compactMap { file -> String? in
            let subject = file.name.split(separator: "+").first.map(String.init) ?? ""
            // Samples that must not compile are named after what is wrong with them.
            if subject == "main" || file.path.contains("/Negative/") { return nil }
            let small = subject.prefix(1).lowercased() + subject.dropFirst()
            let declares =
                keywords.contains { file.code.contains("\($0) \(subject)") } || file.code.contains("func \(small)")
                || file.code.contains(/extension [\w.]+\.(\w+)/) && file.code.contains(".\(subject)")
            return declares ? nil : "\(file.path): declares nothing named \(subject)"
        }
    }

    /// Calls that end the process on bad input: `fatalError`, `try!`, `as!`.
    static func processEnders(_ files: [SourceFile]) -> [String] {
        files.filter { file in ["fatalError", "try!", "as!"].contains { file.code.contains($0) } }.flatMap { file in
            file.codeLines.compactMap { line in
                line.text.firstMatch(of: /\bfatalError\b|\btry!|\bas!/).map {
                    "\(file.path):\(line.number): \($0.0)"
                }
            }
        }
    }

    /// What would fetch an address by itself. An image that a transcript links to gives its reader's address away when it
    /// is loaded: it is opened by the reader or not at all.
    static func fetches(_ files: [SourceFile]) -> [String] {
        files.filter { file in networkNames.contains { file.code.contains($0) } }.flatMap { file in
            file.codeLines.compactMap { line in
                line.text.firstMatch(of: /\b(?:AsyncImage|URLSession|WKWebView)/).map {
                    "\(file.path):\(line.number): \($0.0)"
                }
            }
        }
    }

    private static let networkNames = ["AsyncImage", "URLSession", "WKWebView"]

    /// `@unchecked Sendable`, `nonisolated(unsafe)` and `try?` without a comment on the line or just above.
    static func unexplained(_ files: [SourceFile]) -> [String] {
        let promises = ["@unchecked Sendable", "nonisolated(unsafe)", "try?"]
        return files.filter { file in promises.contains { file.code.contains($0) } }.flatMap { file in
            let written = file.textLines
            return file.codeLines.compactMap { line -> String? in
                guard let match = line.text.firstMatch(of: /@unchecked Sendable|nonisolated\(unsafe\)|\btry\?/) else {
                    return nil
                }
                let nearby = written[max(0, line.number - 4)..<line.number]
                return nearby.contains { $0.contains("//") }
                    ? nil : "\(file.path):\(line.number): \(match.0) without a comment that says why"
            }
        }
    }

    /// `#if` inside a function body, closure or accessor.
    static func conditionsInBodies(_ files: [SourceFile]) -> [String] {
        files.filter { $0.code.contains("#if") }.flatMap { file -> [String] in
            var found: [String] = []
            /// For each open brace: does it hold code (rather than members)?
            var holdsCode: [Bool] = []
            var header = ""
            for line in file.codeLines {
                if line.text.contains(/^\s*#if\b/) {
                    if holdsCode.contains(true) { found.append("\(file.path):\(line.number): #if inside a body") }
                    continue
                }
                if line.text.contains(/^\s*#(?:else|elseif|endif)\b/) { continue }
                for character in line.text {
                    switch character {
                    case "{":
                        let isType =
                            header.contains(/\b(?:struct|class|enum|actor|protocol|extension)\b/)
                            && !header.contains(/\b(?:func|init|subscript|var|let|case)\b/)
                        holdsCode.append(!isType)
                        header = ""
                    case "}":
                        _ = holdsCode.popLast()
                        header = ""
                    case ";":
                        header = ""
                    default:
                        header.append(character)
                    }
                }
                header.append("\n")
                // A declaration without a body ends with its line; keep only what can still be a header.
                if holdsCode.last != true,
                    !line.text.contains(/\b(?:struct|class|enum|actor|protocol|extension|func|init)\b/),
                    line.text.contains(/\b(?:var|let|case|import|typealias)\b/)
                {
                    header = ""
                }
            }
            return found
        }
    }
}
