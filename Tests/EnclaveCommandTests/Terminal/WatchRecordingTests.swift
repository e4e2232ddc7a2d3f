import CollabGuest
import CollabHost
import CollabTesting
import CollabWire
import Foundation
import Testing

@testable import enclave

/// Sixty seconds of `enclave watch` in each demo room, compared with the recordings in `Recordings`.
///
/// `ENCLAVE_RECORD=1 swift test --filter WatchRecordingTests` records them anew; read what comes out before it is kept.
@Suite("Recordings of watching", .serialized)
struct WatchRecordingTests {
    @Test("What a pipe gets of a room in a minute is what was recorded", arguments: DemoRoom.allCases)
    func plain(room: DemoRoom) async throws {
        try await compare(room.rawValue, WatchRecording(room, output: .pipe).text())
    }

    @Test("What a pipe gets in colour is what was recorded")
    func colours() async throws {
        try await compare("enclave-app.colour", WatchRecording(.enclaveApp, output: .colouredPipe).text())
    }

    @Test("What a terminal shows of a room every five seconds is what was recorded", arguments: DemoRoom.allCases)
    func screens(room: DemoRoom) async throws {
        try await compare("\(room.rawValue).screen", WatchRecording(room, output: .terminal).text())
    }

    private func compare(_ name: String, _ text: String) async throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../Recordings").standardized
        let file = folder.appendingPathComponent("\(name).txt")
        guard ProcessInfo.processInfo.environment["ENCLAVE_RECORD"] == nil else {
            try text.write(to: file, atomically: true, encoding: .utf8)
            return
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        guard text != recorded else { return }
        let old = recorded.split(separator: "\n", omittingEmptySubsequences: false)
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(old, new).prefix { $0 == $1 }.count
        func around(_ lines: [Substring]) -> String {
            lines[max(0, line - 2)..<min(lines.count, line + 4)].joined(separator: "\n")
        }
        Issue.record("\(name).txt, line \(line + 1)\nrecorded:\n\(around(old))\nnow:\n\(around(new))")
    }
}

/// A minute of a demo room on a manual clock, watched by the real renderer: the same on every machine.
private struct WatchRecording {
    enum Output {
        case pipe, colouredPipe, terminal
    }

    private static let columns = 100
    private static let rows = 30
    private static let seconds = 60
    /// A Monday morning; entries are dated by it.
    private static let date = Date(timeIntervalSince1970: 1_772_442_000)

    private let room: DemoRoom
    private let output: Output

    init(_ room: DemoRoom, output: Output) {
        self.room = room
        self.output = output
    }

    /// Plays the minute on a thread of its own: it keeps one busy, and other tests need those of the pool.
    func text() async throws -> String {
        let (text, connection) = try await withCheckedThrowingContinuation { done in
            Thread.detachNewThread { done.resume(with: Result { try play() }) }
        }
        #expect(connection == .live)
        return text
    }

    private func play() throws -> (text: String, connection: ConnectionState) {
        let executor = ManualExecutor()
        let clock = ManualClock()
        let spawn: GuestSession.Spawner = { body in Task(executorPreference: executor) { await body() } }
        let box = try DemoBox.inMemory(clock: clock, date: Self.date, spawn: spawn)
        guard let link = box.room(room)?.link else { throw CocoaError(.fileNoSuchFile) }
        let session = GuestSession(
            link: link, name: "recorder", connector: box.connector, clock: clock, random: SeededRandom(seed: 1),
            spawn: spawn)
        let written = Protected("")
        let screen = FollowScreen(
            console: console(written), name: "recorder", colour: output == .colouredPipe ? "always" : nil, past: 20,
            takesInput: false,
            timeZone: .gmt)
        executor.spawn { await box.start() }
        executor.settle()
        executor.spawn { await session.start() }
        let watching = executor.spawn {
            for await update in session.updates { await screen.show(update) }
        }
        executor.settle()
        var recording = Recording(isTerminal: output == .terminal, columns: Self.columns, rows: Self.rows)
        recording.add(written.withLock { Self.take(&$0) }, at: 0)
        for second in 1...Self.seconds {
            clock.advance(by: 1_000) { executor.settle() }
            recording.add(written.withLock { Self.take(&$0) }, at: second)
        }
        let connection = session.current.connection
        watching.cancel()
        executor.spawn {
            await session.stop()
            await box.stop()
        }
        executor.settle()
        return (recording.text, connection)
    }

    private static func take(_ text: inout String) -> String {
        defer { text = "" }
        return text
    }

    private func console(_ written: Protected<String>) -> Console {
        Console(
            write: { text in written.withLock { $0 += text } }, complain: { _ in }, readLine: { nil },
            readSecret: { _ in nil }, waitingLines: { _ in [] }, readKeys: { [] }, readText: { "" },
            isTerminal: output == .terminal, inputIsTerminal: false, size: { (Self.columns, Self.rows) },
            environment: output == .colouredPipe ? ["TERM": "xterm-256color"] : ["TERM": "xterm", "NO_COLOR": "1"])
    }
}

/// What was written, with the time it was written at; of a terminal, what it shows.
private struct Recording {
    private(set) var text = ""
    private var screen: ScreenModel?
    private let rows: Int

    init(isTerminal: Bool, columns: Int, rows: Int) {
        screen = isTerminal ? ScreenModel(height: rows) : nil
        self.rows = rows
    }

    mutating func add(_ written: String, at second: Int) {
        if screen != nil {
            screen?.write(written)
            guard second % 5 == 0, let shown = screen?.rows.suffix(rows) else { return }
            mark(second)
            // Bold and the like are not what a picture of the text is about.
            for row in shown { line(String(row)) }
        } else if !written.isEmpty {
            mark(second)
            for row in written.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                line(String(row.replacing("\u{1B}", with: "␛")))
            }
        }
    }

    private mutating func mark(_ second: Int) {
        let digits = String(second % 60)
        text += "════ \(second / 60):\(digits.count < 2 ? "0" : "")\(digits)\n"
    }

    private mutating func line(_ row: String) {
        var row = row
        while row.last == " " { row.removeLast() }
        text += row + "\n"
    }
}
