import CollabGuest
import Foundation
import Testing

@testable import enclave

@Suite("Standard input")
struct StandardInputTests {
    /// Gives chunks, then the end.
    private func input(_ chunks: [String], line: Int = 64, text: Int = 256) -> StandardInput {
        let rest = Protected(chunks)
        return StandardInput(
            limits: StandardInput.Limits(line: line, text: text),
            source: { rest.withLock { $0.isEmpty ? [] : Array($0.removeFirst().utf8) } }, isReady: { true })
    }

    @Test("Lines come whole, however they arrive; the last one needs no end")
    func lines() async throws {
        let input = input(["on", "e\ntw", "o\r\n\nthr", "ee"])
        #expect(try await input.line() == "one")
        #expect(try await input.line() == "two")
        #expect(try await input.line() == "")
        #expect(try await input.line() == "three")
        #expect(try await input.line() == nil)
        #expect(try await input.line() == nil)
    }

    @Test("A line that is too long is refused once and left out, wherever it is cut")
    func longLine() async throws {
        let long = String(repeating: "x", count: 50)
        for chunks in [
            [long + long + long + "\nnext\n"], [long, long, long, "\nnext"], [long + long, long + "\n", "next"],
        ] {
            let input = input(chunks)
            await #expect(throws: InputError.lineTooLong(limit: 64)) { try await input.line() }
            #expect(try await input.line() == "next")
            #expect(try await input.line() == nil)
        }
        let endless = input([long, long])
        await #expect(throws: InputError.lineTooLong(limit: 64)) { try await endless.line() }
        #expect(try await endless.line() == nil)
        #expect(
            try await input([String(repeating: "x", count: 64) + "\n"]).line()?.count == 64, "the limit itself is taken"
        )
    }

    @Test("A text is all that is left, to the end, without its last line break")
    func text() async throws {
        let input = input(["link\nfirst\r", "\nsecond\n", "\nlast\n"])
        #expect(try await input.line() == "link")
        #expect(try await input.text() == "first\nsecond\n\nlast")
        #expect(try await input.text() == "")
        await #expect(throws: InputError.textTooLong(limit: 256)) {
            try await self.input(Array(repeating: String(repeating: "y", count: 100), count: 3)).text()
        }
        #expect(try await self.input(["é", "\n"]).text() == "é")
    }

    @Test("Lines that are there already can be looked at, and stay to be read, as lines, text or keys")
    func waiting() async throws {
        let input = input(["one\ntw", "o\nthree\nfo", "ur"])
        #expect(await input.waiting(2) == ["one", "two"])
        #expect(try await input.line() == "one")
        #expect(await input.waiting(9) == ["two", "three", "four"])
        #expect(await input.waiting(0) == [])
        #expect(try await input.line() == "two")
        #expect(String(decoding: await input.bytes(), as: UTF8.self) == "three\nfour")
        #expect(await input.bytes() == [])
        #expect(await input.waiting(2) == [])
        // What would have to be waited for is not looked at, nor is half a line.
        let slow = StandardInput(source: { Array("more\nand".utf8) }, isReady: { false })
        #expect(await slow.waiting(3) == [])
        #expect(try await slow.line() == "more")
        #expect(await slow.waiting(3) == [])
        let long = self.input(["short\n" + String(repeating: "x", count: 90) + "\nlast\n"])
        #expect(await long.waiting(3) == ["short"])
        #expect(try await long.line() == "short")
        await #expect(throws: InputError.lineTooLong(limit: 64)) { try await long.line() }
        #expect(try await long.line() == "last")
    }

    @Test("Reading a long line costs work in proportion to its length")
    func proportion() async throws {
        func time(_ chunks: Int) async throws -> Duration {
            let input = input(Array(repeating: String(repeating: "z", count: 512), count: chunks), line: 1 << 24)
            let start = ContinuousClock.now
            #expect(try await input.line()?.utf8.count == 512 * chunks)
            return ContinuousClock.now - start
        }
        _ = try await time(100)
        let short = try await time(500)
        // Eight times the length; searched from the start for every chunk it would be sixty-four times the work.
        #expect(try await time(4_000) < short * 30)
    }

    @Test("What was too long is said in a sentence, with the bound and what to do")
    func sentences() {
        #expect(InputError.lineTooLong(limit: 1 << 20).message.contains("1 MiB"))
        #expect(InputError.textTooLong(limit: 8 << 20).message.contains("8 MiB"))
    }
}
