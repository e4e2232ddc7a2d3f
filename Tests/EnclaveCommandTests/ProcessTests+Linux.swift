#if os(Linux)
    import CollabGuest
    import CollabHost
    import CollabWire
    import Foundation
    import Testing

    @testable import enclave

    /// A terminal of a test's own: what is typed into it, and what it shows.
    private final class PseudoTerminal: Sendable {
        struct Failure: Error {}

        private let outside: Int32
        /// The end for the program.
        let inside: FileHandle

        init() throws {
            // What posix_openpt, unlockpt and ptsname do; Swift sees none of the three on Linux.
            outside = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (locked, number): (CInt, CInt) = (0, -1)
            let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            guard outside >= 0, ioctl(outside, unlock, &locked) == 0, ioctl(outside, getNumber, &number) == 0 else {
                throw Failure()
            }
            let end = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
            guard end >= 0 else { throw Failure() }
            inside = FileHandle(fileDescriptor: end, closeOnDealloc: true)
        }

        deinit { close(outside) }

        /// Whether what is typed is shown.
        var echoes: Bool {
            var mode = termios()
            return tcgetattr(outside, &mode) == 0 && mode.c_lflag & tcflag_t(ECHO) != 0
        }

        func type(_ text: String) {
            let bytes = Array(text.utf8)
            _ = write(outside, bytes, bytes.count)
        }

        /// What it shows, up to and with a text.
        func read(until text: String) async -> String {
            let outside = outside
            return await Task.detached {
                var shown: [UInt8] = []
                var chunk = [UInt8](repeating: 0, count: 4_096)
                while !String(decoding: shown, as: UTF8.self).contains(text) {
                    let count = Foundation.read(outside, &chunk, chunk.count)
                    guard count > 0 else { break }
                    shown += chunk.prefix(count)
                }
                return String(decoding: shown, as: UTF8.self)
            }.value
        }
    }

    @Suite("The command as a process", .timeLimit(.minutes(2)))
    struct ProcessTests {
        /// The command beside this test bundle.
        private var executable: URL {
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "enclave")
        }

        /// A running command: what it writes, line by line.
        private final class Run: @unchecked Sendable {
            // Safe: a test uses it from one task.
            let process = Process()
            private let output = Pipe()
            private let input = Pipe()

            init(_ executable: URL, _ arguments: [String], environment: [String: String] = [:], errors: Pipe? = nil)
                throws
            {
                process.executableURL = executable
                process.arguments = arguments
                process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
                process.standardOutput = output
                process.standardError = errors ?? FileHandle.nullDevice
                process.standardInput = input
                try process.run()
            }

            func endInput() throws { try input.fileHandleForWriting.close() }

            func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

            /// What it wrote up to and with a text.
            func read(until text: String) async -> String {
                let handle = output.fileHandleForReading
                return await Task.detached {
                    var read = Data()
                    while !String(decoding: read, as: UTF8.self).contains(text) {
                        let chunk = handle.availableData
                        if chunk.isEmpty { break }
                        read += chunk
                    }
                    return String(decoding: read, as: UTF8.self)
                }.value
            }

            func end() async -> Int32 {
                let process = process
                return await Task.detached {
                    process.waitUntilExit()
                    return process.terminationStatus
                }.value
            }
        }

        @Test(
            "Ctrl-C leaves the room and ends with 130, SIGTERM with 143; no argument holds the link",
            arguments: [2, 15])
        func signals(number: Int32) async throws {
            let relay = RelayServer()
            let port = try await relay.start()
            let address = RelayAddress(isSecure: false, host: "127.0.0.1", port: port)
            let room = try await TestRoom(relay: address, connector: Connectors.standard)
            let run = try Run(executable, ["watch", "-"])
            try run.write(room.link.formatted + "\n")
            let text = await run.read(until: "twelve")
            #expect(text.contains("Count the buoys"))
            let arguments = try String(
                contentsOf: URL(filePath: "/proc/\(run.process.processIdentifier)/cmdline"), encoding: .utf8)
            #expect(!SampleLink.leaks(arguments, of: room.link.formatted))
            kill(run.process.processIdentifier, number)
            #expect(await run.end() == (number == 2 ? 130 : 143))
            await room.close()
            await relay.stop()
        }

        @Test("demo opens three rooms that other processes can join, and ends them with Ctrl-C")
        func demo() async throws {
            let demo = try Run(executable, ["demo", "--no-follow", "--json"])
            let lines = await demo.read(until: "epsilver-site").split(separator: "\n")
            let first = try JSONText(validating: String(try #require(lines.first)))
            let control = try #require(first["control"]?.stringValue)
            let watch = try Run(executable, ["watch", "--json"], environment: ["ENCLAVE_COLLAB_LINK": control])
            #expect(await watch.read(until: #""state":"live""#).contains(#""type":"welcome""#))
            kill(demo.process.processIdentifier, SIGINT)
            #expect(await demo.end() == 130)
            #expect(await watch.end() == 4)
        }

        @Test(
            "A link that is typed is asked for and not shown, and the terminal comes back, also after Ctrl-C",
            arguments: [false, true])
        func typedLink(isInterrupted: Bool) async throws {
            let terminal = try PseudoTerminal()
            let process = Process()
            // In a session of its own, whose terminal this is: else Ctrl-C would not be a signal.
            process.executableURL = URL(filePath: "/usr/bin/setsid")
            process.arguments = ["--ctty", "--wait", executable.path, "link", "-"]
            let output = Pipe()
            process.standardInput = terminal.inside
            process.standardError = terminal.inside
            process.standardOutput = output
            #expect(terminal.echoes)
            try process.run()
            let asked = await terminal.read(until: "not shown")
            #expect(asked.contains("link"))
            #expect(!terminal.echoes)
            terminal.type(isInterrupted ? String(SampleLink.control.prefix(40)) + "\u{3}" : SampleLink.control + "\n")
            let written = await Task.detached { output.fileHandleForReading.readDataToEndOfFile() }.value
            let status = await Task.detached {
                process.waitUntilExit()
                return process.terminationStatus
            }.value
            #expect(status == (isInterrupted ? 130 : 0))
            #expect(String(decoding: written, as: UTF8.self).contains("wss://my.omp.sh") == !isInterrupted)
            #expect(terminal.echoes, "the terminal is as it was")
            let shown = await terminal.read(until: "\n")
            #expect(!SampleLink.leaks(asked + shown), "nothing of the link was shown")
        }

        @Test("Two links that are pasted into a terminal, or come through a pipe one after the other, are refused")
        func twoLinks() async throws {
            let other = SampleLink.control.replacing("AbCdEf", with: "GhIjKl")
            let terminal = try PseudoTerminal()
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/setsid")
            process.arguments = ["--ctty", "--wait", executable.path, "link", "-"]
            process.standardInput = terminal.inside
            process.standardError = terminal.inside
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            _ = await terminal.read(until: "not shown")
            terminal.type("\(SampleLink.control)\n\(other)\n")
            let shown = await terminal.read(until: "more than one link")
            let status = await Task.detached {
                process.waitUntilExit()
                return process.terminationStatus
            }.value
            #expect(status == 3 && shown.contains("more than one link"))

            let piped = Process()
            piped.executableURL = URL(filePath: "/bin/sh")
            piped.arguments = [
                "-c", "{ echo \"$A\"; echo \"$B\"; sleep 1; } | '\(executable.path)' link - > /dev/null 2>&1",
            ]
            piped.environment = ["A": SampleLink.control, "B": other]
            try piped.run()
            let refused = await Task.detached {
                piped.waitUntilExit()
                return piped.terminationStatus
            }.value
            #expect(refused == 3)
        }

        @Test("A text of several pages reaches the agent whole, line breaks and all")
        func longText() async throws {
            let relay = RelayServer()
            let port = try await relay.start()
            let room = try await TestRoom(
                relay: RelayAddress(isSecure: false, host: "127.0.0.1", port: port), connector: Connectors.standard)
            let environment = ["ENCLAVE_COLLAB_LINK": room.link.formatted]
            let watch = try Run(executable, ["watch", "--json"], environment: environment)
            _ = await watch.read(until: #""state":"live""#)
            let send = try Run(executable, ["send", "-"], environment: environment)
            let text = "Please choose:\n" + (0..<40_000).map { "line \($0)" }.joined(separator: "\n")
            try send.write(text + "\n")
            try send.endInput()
            #expect(await send.end() == 0)
            #expect(await watch.read(until: #"\nline 39999""#).contains(#"line 39998\nline 39999""#))
            kill(watch.process.processIdentifier, SIGINT)
            #expect(await watch.end() == 130)
            await room.close()
            await relay.stop()
        }

        @Test("host that is told to end by Ctrl-C says nothing about it, as the others do")
        func hostEndsQuietly() async throws {
            let errors = Pipe()
            let host = try Run(executable, ["host", "enclave-app", "--json"], errors: errors)
            #expect(await host.read(until: "control").contains("enclave"))
            kill(host.process.processIdentifier, SIGINT)
            #expect(await host.end() == 130)
            let written = await Task.detached { errors.fileHandleForReading.readDataToEndOfFile() }.value
            #expect(String(decoding: written, as: UTF8.self) == "The room is open.\n")
        }

        @Test("A reader that goes away ends the command quietly")
        func brokenPipe() async throws {
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/bash")
            shell.arguments = ["-c", "set -o pipefail; '\(executable.path)' help --man | head -n 1 > /dev/null"]
            try shell.run()
            let status = await Task.detached {
                shell.waitUntilExit()
                return shell.terminationStatus
            }.value
            #expect(status == 0)
        }
    }
#endif
