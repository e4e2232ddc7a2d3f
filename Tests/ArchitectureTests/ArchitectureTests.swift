import Foundation
import Testing

@Suite("The rules of the house")
struct ArchitectureTests {
    static let sources = SourceFile.all(below: "Sources")
    static let everything = sources + SourceFile.all(below: "Tests")

    @Test("Every room imports only what ARCHITECTURE.md grants it")
    func imports() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
        let table = HouseRules.importTable(in: text)
        #expect(table["Transcript"]?.contains("CollabReplica") == true, "the table could not be read")
        #expect(!Self.sources.isEmpty)
        #expect(HouseRules.forbiddenImports(Self.sources, table: table) == [])
    }

    @Test("A file is named after what it declares")
    func names() { #expect(HouseRules.misnamedFiles(Self.everything) == []) }

    @Test("No input can end the process: no fatalError, try! or as! in the sources")
    func processEnders() { #expect(HouseRules.processEnders(Self.sources) == []) }

    @Test("What the compiler is told to trust, and every dropped error, says why")
    func unexplained() {
        // Not in the tools, where a dropped error is a case that fails.
        let product = Self.sources.filter { !["bench", "conformance", "CollabTesting"].contains($0.target) }
        #expect(HouseRules.unexplained(product) == [])
    }

    @Test("No screen fetches an address by itself: what a transcript links to is opened by its reader")
    func fetches() {
        let shown = Self.sources.filter {
            ["Transcript", "EnclaveUI", "EnclaveWidgets", "EnclaveAlerts"].contains($0.target)
        }
        #expect(shown.count > 100)
        #expect(HouseRules.fetches(shown) == [])
    }

    @Test("Platform differences stand in files, not in function bodies")
    func conditions() { #expect(HouseRules.conditionsInBodies(Self.sources) == []) }
}

@Suite("The rules can fail")
struct HouseRulesTests {
    private func file(_ text: String, path: String = "Sources/Room/Thing.swift") -> [SourceFile] {
        [SourceFile(path: path, text: text)]
    }

    @Test("An import beyond the table is found, with attributes and kinds")
    func imports() {
        let table = HouseRules.importTable(in: "| target | x | y |\n|---|---|---|\n| `Room` | a room | Crypto, Other |")
        #expect(table == ["Room": ["Crypto", "Other"]])
        let text = "import Crypto\n@preconcurrency import Secret\nimport struct Deep.Thing\n// import Comment\n"
        #expect(
            HouseRules.forbiddenImports(file(text), table: table) == [
                "Sources/Room/Thing.swift: Room may not import Secret",
                "Sources/Room/Thing.swift: Room may not import Deep",
            ])
        #expect(HouseRules.forbiddenImports(file("", path: "Sources/Shed/A.swift"), table: table).count == 1)
    }

    @Test("A file named after nothing in it is found")
    func names() {
        #expect(HouseRules.misnamedFiles(file("struct Other {}")).count == 1)
        #expect(HouseRules.misnamedFiles(file("extension Thing {}", path: "Sources/Room/Thing+Apple.swift")).isEmpty)
        #expect(HouseRules.misnamedFiles(file("extension Outer.Thing {}")).isEmpty)
    }

    @Test("Process enders count in code, not in comments and strings")
    func processEnders() {
        #expect(HouseRules.processEnders(file("let a = try! b()\nlet c = d as! E\nfatalError()")).count == 3)
        #expect(
            HouseRules.processEnders(file("// try! this\nlet s = \"fatalError \\\" as! x\"\n/* as! /* try! */ */"))
                .isEmpty)
    }

    @Test("A view that loads an address is found")
    func fetches() {
        #expect(HouseRules.fetches(file("AsyncImage(url: link)\nURLSession.shared.data(from: url)")).count == 2)
        #expect(HouseRules.fetches(file("// no AsyncImage here\nlet name = \"URLSession\"")).isEmpty)
    }

    @Test("An unchecked promise needs its reason")
    func unexplained() {
        #expect(HouseRules.unexplained(file("final class A: @unchecked Sendable {}")).count == 1)
        #expect(HouseRules.unexplained(file("// Safe: immutable.\nfinal class A: @unchecked Sendable {}")).isEmpty)
        #expect(HouseRules.unexplained(file("let a = try? b()")).count == 1)
    }

    @Test("A condition in a body is found, one around members or declarations is not")
    func conditions() {
        let inBody = "struct A {\n    func f() {\n        #if os(Linux)\n        g()\n        #endif\n    }\n}"
        #expect(HouseRules.conditionsInBodies(file(inBody)) == ["Sources/Room/Thing.swift:3: #if inside a body"])
        let aroundMember = "struct A {\n    var x = 1\n    #if os(Linux)\n    func f() { g() }\n    #endif\n}"
        #expect(HouseRules.conditionsInBodies(file(aroundMember)).isEmpty)
        let accessor = "struct A {\n    var x: Int {\n        #if os(Linux)\n        1\n        #endif\n    }\n}"
        #expect(HouseRules.conditionsInBodies(file(accessor)).count == 1)
    }
}
