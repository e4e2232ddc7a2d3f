import Testing

@testable import Transcript

@Suite("Diffs")
struct DiffParserTests {
    private func shown(_ hunk: DiffHunk) -> [String] {
        hunk.lines.map { line in
            let mark: String
            switch line.kind {
            case .context: mark = " "
            case .added: mark = "+"
            case .removed: mark = "-"
            case .gap: mark = "…"
            case .remark: mark = "\\"
            }
            return
                "\(line.oldNumber.map(String.init) ?? ".")|\(line.newNumber.map(String.init) ?? ".")\(mark)\(line.text)"
        }
    }

    @Test("A unified diff has files, hunks and line numbers")
    func unified() throws {
        let files = DiffParser.parse(
            """
            --- a/src/one.swift\t2024-01-01
            +++ b/src/one.swift\t2024-01-02
            @@ -10,3 +10,4 @@ func one() {
             let a = 1
            -let b = 2
            +let b = 3
            +let c = 4
             return a
            @@ -40 +41 @@
            -old
            +new
            \\ No newline at end of file
            --- /dev/null
            +++ b/made.txt
            @@ -0,0 +1,2 @@
            +first
            +-- second
            """)
        #expect(files.map(\.path) == ["src/one.swift", "made.txt"])
        #expect(files.map(\.change) == [.modified, .created])
        #expect(files.map(\.added) == [3, 2])
        #expect(files.map(\.removed) == [2, 0])
        #expect(files[0].hunks[0].heading == "func one() {")
        #expect(
            shown(files[0].hunks[0]) == [
                "10|10 let a = 1", "11|.-let b = 2", ".|11+let b = 3", ".|12+let c = 4", "12|13 return a",
            ])
        #expect(shown(files[0].hunks[1]) == ["40|.-old", ".|41+new", ".|.\\No newline at end of file"])
        #expect(shown(files[1].hunks[0]) == [".|1+first", ".|2+-- second"])
    }

    @Test("Git's headers say what became of a file")
    func git() {
        let files = DiffParser.parse(
            """
            diff --git a/old name.txt b/new name.txt
            similarity index 90%
            rename from old name.txt
            rename to new name.txt
            index 1..2 100644
            --- a/old name.txt
            +++ b/new name.txt
            @@ -1 +1 @@
            -a
            +b
            diff --git a/gone.c b/gone.c
            deleted file mode 100644
            index 1..0
            --- a/gone.c
            +++ /dev/null
            @@ -1,2 +0,0 @@
            -x
            --- y
            diff --git a/logo.png b/logo.png
            index 1..2 100644
            Binary files a/logo.png and b/logo.png differ
            diff --git a/run.sh b/run.sh
            old mode 100644
            new mode 100755
            diff --git "a/caf\\303\\251.md" "b/caf\\303\\251.md"
            new file mode 100644
            --- /dev/null
            +++ "b/caf\\303\\251.md"
            @@ -0,0 +1 @@
            +bonjour
            diff --git a/blob b/blob
            GIT binary patch
            literal 10
            zcmV;+-junk
            """)
        #expect(files.map(\.path) == ["new name.txt", "gone.c", "logo.png", "run.sh", "café.md", "blob"])
        #expect(files.map(\.change) == [.moved, .deleted, .binary, .modified, .created, .binary])
        #expect(files[0].oldPath == "old name.txt")
        #expect(files[1].removed == 2)
        #expect(files[5].hunks.isEmpty)
    }

    @Test("A patch with Begin Patch names files by its own headers")
    func applyPatch() {
        let files = DiffParser.parse(
            """
            *** Begin Patch
            *** Update File: src/app.ts
            *** Move to: src/main.ts
            @@ class App
             run() {
            -  old();
            +  fresh();
             }
            *** Add File: notes.md
            +# Notes
            +
            *** Delete File: trash.txt
            *** End Patch
            """)
        #expect(files.map(\.path) == ["src/main.ts", "notes.md", "trash.txt"])
        #expect(files.map(\.change) == [.moved, .created, .deleted])
        #expect(files[0].oldPath == "src/app.ts")
        #expect(files[0].hunks[0].heading == "class App")
        #expect(shown(files[1].hunks[0]) == [".|1+# Notes", ".|2+"])
        #expect(files[0].hunks[0].lines.first { $0.kind == .removed }?.marks == [2..<5])
    }

    @Test("The edit tool's result: the blank line stands for what is left out")
    func editDetails() {
        let files = DiffParser.parse(
            "@@ -2,2 +2,1 @@\n-noon\n-or so\n+high water 12:24\n\n+low water 18:40", path: "docs/tide.md")
        #expect(files.count == 1)
        #expect(files[0].path == "docs/tide.md")
        #expect((files[0].added, files[0].removed) == (2, 2))
        #expect(
            shown(files[0].hunks[0]) == [
                "2|.-noon", "3|.-or so", ".|2+high water 12:24", ".|.…", ".|.+low water 18:40",
            ])
    }

    @Test("The edit tool's input: sections by path, operations with new lines")
    func editInput() {
        let files = DiffParser.parse(
            "[docs/tide.md#A1B2]\nreplace 2..3:\n+ high water 12:24\ninsert 9:\n+ low water 18:40\n[b.txt#00FF]\ndelete 4"
        )
        #expect(files.map(\.path) == ["docs/tide.md", "b.txt"])
        #expect(files[0].hunks.map(\.heading) == ["replace 2..3:", "insert 9:"])
        #expect(files[0].added == 2)
        #expect(files[1].hunks.map(\.heading) == ["delete 4"])
    }

    @Test("A listing with numbers after its marks", arguments: [" ", "|"])
    func numbered(separator: String) {
        let s = separator
        let files = DiffParser.parse(
            "     ...\n  9\(s)before\n-10\(s)old line\n+10\(s)new line\n+11\(s)more\n 11\(s)after\n     ...",
            path: "x.c")
        #expect(files.count == 1)
        #expect(
            shown(files[0].hunks[0]) == ["9|9 before", "10|.-old line", ".|10+new line", ".|11+more", "11|12 after"])
        #expect((files[0].added, files[0].removed) == (2, 1))
    }

    @Test("Bare lines, prose and nothing are taken as they are")
    func bare() {
        #expect(DiffParser.parse("+x", path: "a.txt")[0].hunks[0].lines == [DiffLine(.added, "x")])
        #expect(DiffParser.parse("just words").first?.hunks.first?.lines.first == DiffLine(.context, "just words"))
        #expect(DiffParser.parse("").isEmpty)
        let commit = DiffParser.parse(
            "commit 1234\nAuthor: x\n\n    message\n\ndiff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n")
        #expect(commit.map(\.path) == ["f"])
    }

    @Test("Word marks show what differs, and nothing when little is alike")
    func words() {
        var marks = WordMarks()
        let pair = marks.marks("let value = compute(1, 2)", "let value = compute(1, 3) + x")
        #expect(pair.old == [23..<24])
        #expect(pair.new == [23..<24, 25..<29])
        #expect(marks.marks("alpha", "beta gamma delta").old.isEmpty)
        let line = DiffLine(.added, "let café = 2", marks: [4..<9])
        #expect(line.segments.map(\.text) == ["let ", "café", " = 2"])
        #expect(line.segments.map(\.isMarked) == [false, true, false])
    }

    @Test("Old and new text become a change with context and numbers")
    func replacing() {
        let old = "a\nb\nc\nd\ne\nf\ng\n"
        let diff = FileDiff(
            replacing: old, with: old.replacingOccurrences("e", with: "E\nE2"), path: "x", firstLine: 10)
        #expect(
            shown(diff.hunks[0]) == [
                "11|11 b", "12|12 c", "13|13 d", "14|.-e", ".|14+E", ".|15+E2", "15|16 f", "16|17 g",
            ])
        #expect((diff.added, diff.removed) == (2, 1))
        #expect(FileDiff(replacing: old, with: old, path: nil).hunks.isEmpty)
        #expect(FileDiff(replacing: "", with: "new\n", path: nil).added == 1)
    }

    @Test("Applying a change to the old text gives the new text", arguments: 0..<60)
    func replacingIsComplete(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        func text() -> [String] {
            (0..<Int.random(in: 0...14, using: &random)).map { _ in ["a", "b", "c", ""].randomElement(using: &random)! }
        }
        let old = text()
        let new = text()
        let lines = LineDiff.lines(
            old: old.map { $0 + "\n" }.joined(), new: new.map { $0 + "\n" }.joined(), firstLine: 1)
        let removed = lines.filter { $0.kind != .added }
        let added = lines.filter { $0.kind != .removed }
        for line in removed { #expect(old[line.oldNumber! - 1] == line.text) }
        for line in added { #expect(new[line.newNumber! - 1] == line.text) }
        #expect(new.count - old.count == lines.count { $0.kind == .added } - lines.count { $0.kind == .removed })
    }

    @Test("Hostile diffs stay bounded")
    func bounds() {
        let many = DiffParser.parse(String(repeating: "+line\n", count: 50_000))
        #expect(many[0].hunks[0].lines.count == DiffParser.mostLines)
        #expect(many[0].added == 50_000)
        #expect(many[0].isTruncated)
        let long = DiffParser.parse("+" + String(repeating: "日", count: 20_000))
        #expect(long[0].hunks[0].lines[0].text.utf8.count <= DiffParser.longestLine + 3)
        _ = DiffParser.parse(String(repeating: "@@ -1,99999999999999999999 +1 @@\n", count: 2_000))
        _ = DiffParser.parse("diff --git a/" + String(repeating: " b/", count: 3_000))
    }
}

extension String {
    fileprivate func replacingOccurrences(_ old: String, with new: String) -> String { replacing(old, with: new) }
}
