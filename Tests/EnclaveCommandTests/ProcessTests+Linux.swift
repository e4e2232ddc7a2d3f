#if os(Linux)
    import CollabGuest
    import CollabHost
    import CollabWire
    import Foundation
    import Testing

    @testable import enclave

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

            init(_ executable: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
                process.executableURL = executable
                process.arguments = arguments
                process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
                process.standardOutput = output
                process.standardError = FileHandle.nullDevice
                process.standardInput = input
                try process.run()
            }

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
