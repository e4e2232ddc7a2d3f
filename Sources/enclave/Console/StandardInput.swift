import CollabGuest
import Foundation

/// Standard input, read only when somebody asks: nothing piles up.
actor StandardInput {
    /// How much is taken at a time, in bytes: a prompt or a page, no file of somebody's disk.
    struct Limits: Sendable {
        /// A line: a link, an answer, a prompt.
        var line = 1 << 20
        /// A text to its end.
        var text = 8 << 20
    }

    private let source: @Sendable () async -> [UInt8]
    private let isReady: @Sendable () async -> Bool
    private let limits: Limits
    private var buffer: [UInt8] = []
    /// Where in the buffer the next line begins.
    private var start = 0
    /// Up to where there is no line break: what was searched is not searched again when more comes.
    private var searched = 0
    private var isAtEnd = false
    /// The rest of a line that was too long is still to come, and to be left out.
    private var isSkipping = false

    /// - Parameters:
    ///   - source: gives at least one byte, or none at the end.
    ///   - isReady: whether the source would give something at once.
    init(
        limits: Limits = Limits(), source: @escaping @Sendable () async -> [UInt8] = { await StandardInput.read() },
        isReady: @escaping @Sendable () async -> Bool = { await StandardInput.isReadable() }
    ) {
        self.limits = limits
        self.source = source
        self.isReady = isReady
    }

    /// The next line without its end, or nil at the end.
    /// - Throws: ``InputError/lineTooLong(limit:)``; the line is left out, and the next call gives the one behind it.
    func line() async throws(InputError) -> String? {
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[start..<end]
                start = end + 1
                searched = start
                if isSkipping {
                    isSkipping = false
                    continue
                }
                guard line.count <= limits.line else { throw .lineTooLong(limit: limits.line) }
                return Self.text(line)
            }
            searched = buffer.count
            if isAtEnd {
                let rest = buffer[start...]
                start = buffer.count
                guard !rest.isEmpty, !isSkipping else { return nil }
                guard rest.count <= limits.line else { throw .lineTooLong(limit: limits.line) }
                return Self.text(rest)
            }
            if buffer.count - start > limits.line {
                start = buffer.count
                // It is told once, and the whole line goes.
                let isNew = !isSkipping
                isSkipping = true
                if isNew { throw .lineTooLong(limit: limits.line) }
            }
            await fill()
        }
    }

    /// What is left, to the end, without a line break at the end. Line ends are `\n` afterwards.
    /// - Throws: ``InputError/textTooLong(limit:)``; what is still to come is not read.
    func text() async throws(InputError) -> String {
        while !isAtEnd, buffer.count - start <= limits.text { await fill() }
        defer { start = buffer.count }
        guard buffer.count - start <= limits.text else { throw .textTooLong(limit: limits.text) }
        let text = String(decoding: buffer[start...], as: UTF8.self).replacing("\r\n", with: "\n")
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// The next lines, as far as they are there already or come at once; all of them stay to be read. Lines that are too
    /// long, and what is behind them, are left out.
    /// - Parameter most: how many lines.
    func waiting(_ most: Int) async -> [String] {
        func lines() -> [ArraySlice<UInt8>] {
            var lines = buffer[start...].split(
                separator: UInt8(ascii: "\n"), maxSplits: most, omittingEmptySubsequences: false)
            // Behind the last line break is no line, or one that is not whole yet.
            if lines.count > most || !isAtEnd || lines.last?.isEmpty == true { lines.removeLast() }
            return lines
        }
        while !isAtEnd, buffer.count - start <= limits.line, lines().count < most, await isReady() { await fill() }
        return lines().prefix { $0.count <= limits.line }.map(Self.text)
    }

    /// Bytes as they come: what was looked at by ``waiting(_:)`` first.
    func bytes() async -> [UInt8] {
        guard start == buffer.count else {
            defer {
                start = buffer.count
                searched = start
            }
            return Array(buffer[start...])
        }
        return await source()
    }

    private func fill() async {
        if start > 0 {
            buffer.removeFirst(start)
            searched -= start
            start = 0
        }
        let bytes = await source()
        if bytes.isEmpty { isAtEnd = true }
        buffer += bytes
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }

    /// Whether there is something to read, or comes within a moment: who pastes, or prints two lines, does so at once.
    static func isReadable() async -> Bool {
        for attempt in 0..<4 {
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            if poll(&input, 1, 0) > 0 { return true }
            guard attempt < 3 else { break }
            do { try await Task.sleep(for: .milliseconds(10)) } catch { break }
        }
        return false
    }

    /// What is there to read, at least a byte; empty at the end. Waits on a thread of its own.
    static func read() async -> [UInt8] {
        let waiting = Protected<CheckedContinuation<[UInt8], Never>?>(nil)
        // Whoever comes first, the reader or Ctrl-C, answers; the other finds nobody waiting.
        let answer: @Sendable ([UInt8]) -> Void = { bytes in
            waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }?.resume(returning: bytes)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.withLock { $0 = continuation }
                guard !Task.isCancelled else { return answer([]) }
                Thread.detachNewThread {
                    var chunk = [UInt8](repeating: 0, count: 65_536)
                    var count = -1
                    repeat {
                        count = Foundation.read(STDIN_FILENO, &chunk, chunk.count)
                    } while count < 0 && errno == EINTR
                    answer(Array(chunk.prefix(max(0, count))))
                }
            }
        } onCancel: {
            answer([])
        }
    }
}

/// Why standard input was not taken.
enum InputError: Error, Sendable, Hashable {
    /// A line of more than so many bytes.
    case lineTooLong(limit: Int)
    /// A text of more than so many bytes.
    case textTooLong(limit: Int)

    /// What is wrong, and what to do.
    var message: String {
        switch self {
        case .lineTooLong(let limit):
            "a line of standard input is longer than \(Self.size(limit)), and was left out. Give a shorter one."
        case .textTooLong(let limit):
            "standard input is longer than \(Self.size(limit)); nothing was sent. Send less, or the path of a file that "
                + "the agent can read."
        }
    }

    private static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }
}
