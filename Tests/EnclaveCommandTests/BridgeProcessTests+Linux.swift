#if os(Linux)
    import Attention
    import CollabGuest
    import CollabHost
    import CollabWire
    import Foundation
    import Testing

    @testable import enclave

    /// `enclave bridge run` as a process that is killed while questions come and go; a command sink keeps what was told.
    @Suite("The bridge as a process", .timeLimit(.minutes(4)))
    struct BridgeProcessTests {
        private struct Event: Decodable, Hashable {
            var kind: String
            var id: String
            var askId: String?
        }

        private struct Timeout: Error { var what: String }

        private var executable: URL {
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "enclave")
        }

        private func until(_ what: String, _ isSo: () async throws -> Bool) async throws {
            let deadline = ContinuousClock.now + .seconds(60)
            while try await !isSo() {
                guard ContinuousClock.now < deadline else { throw Timeout(what: what) }
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        @Test(
            "Killed with -9 again and again, it tells each question under one id and takes each back; SIGTERM ends it")
        func killed() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "bridge-\(UUID().uuidString)")
            let events = folder.appending(path: "events")
            try FileManager.default.createDirectory(at: events, withIntermediateDirectories: true)
            defer { _ = try? FileManager.default.removeItem(at: folder) }
            let relay = RelayServer()
            let port = try await relay.start()
            let address = RelayAddress(isSecure: false, host: "127.0.0.1", port: port)
            let room = try await TestRoom(relay: address, connector: Connectors.standard)
            let script = folder.appending(path: "sink.sh").path
            // Written under another name first, and a whole line only: of a bridge that is killed while it hands an
            // event over the script sees the beginning, and then the end of its input.
            try #"""
            #!/bin/sh
            f=\#(events.path)/$$-$(date +%s%N)
            IFS= read -r line && printf '%s\n' "$line" > $f.part && mv $f.part $f.json

            """#.write(toFile: script, atomically: true, encoding: .utf8)
            let config = folder.appending(path: "bridge.json").path
            let json =
                "{\"state\":\"state\",\"log\":\"debug\",\"sinks\":[{\"type\":\"command\",\"command\":[\"/bin/sh\",\"\(script)\"]}]}"
            #expect(
                FileManager.default.createFile(
                    atPath: config, contents: Data(json.utf8), attributes: [.posixPermissions: 0o600]))

            let log = folder.appending(path: "log")
            #expect(FileManager.default.createFile(atPath: log.path, contents: nil))
            let written = try FileHandle(forWritingTo: log)
            try written.seekToEnd()
            func start() throws -> Process {
                let process = Process()
                process.executableURL = executable
                process.arguments = ["bridge", "run", "--config", config]
                process.environment = ProcessInfo.processInfo.environment.merging(
                    ["ENCLAVE_BRIDGE_LINKS": room.link.formatted]) { $1 }
                process.standardOutput = written
                process.standardError = written
                try process.run()
                return process
            }
            func told() throws -> [Event] {
                try FileManager.default.contentsOfDirectory(at: events, includingPropertiesForKeys: nil)
                    .filter { $0.pathExtension == "json" }
                    .map { try JSONDecoder().decode(Event.self, from: Data(contentsOf: $0)) }
            }

            let steering = GuestSession(link: room.link, name: "ada", connector: Connectors.standard)
            await steering.start()
            try await until("live") { steering.current.connection == .live }
            var bridge = try start()
            var asked: [String] = []
            for round in 0..<8 {
                _ = await steering.sendPrompt("choose")
                try await until("asked") { !steering.current.replica.asks.isEmpty }
                let ask = try #require(steering.current.replica.asks.first)
                asked.append(ask.id.wireText)
                // At another moment each time: before it was told, while it is, after it was.
                try await Task.sleep(for: .milliseconds(round * 40))
                kill(bridge.processIdentifier, SIGKILL)
                bridge.waitUntilExit()
                bridge = try start()
                try await until("told") { try told().contains { $0.kind == "tell" && $0.askId == ask.id.wireText } }
                _ = await steering.answer(ask.id, value: "North pier")
                try await until("answered") {
                    steering.current.replica.asks.isEmpty && !steering.current.replica.isWorking
                }
            }
            try await until("taken back") {
                try Set(told().filter { $0.kind == "withdraw" }.compactMap(\.askId)) == Set(asked)
            }
            let arguments = try String(
                contentsOf: URL(filePath: "/proc/\(bridge.processIdentifier)/cmdline"), encoding: .utf8)
            #expect(!SampleLink.leaks(arguments, of: room.link.formatted))
            kill(bridge.processIdentifier, SIGTERM)
            bridge.waitUntilExit()
            #expect(bridge.terminationStatus == 143)

            let all = try told()
            for ask in asked {
                #expect(Set(all.filter { $0.kind == "tell" && $0.askId == ask }.map(\.id)).count == 1)
            }
            #expect(Set(asked).count == 8)
            // All that it wrote, at the level that tells most.
            let lines = try String(contentsOf: log, encoding: .utf8)
            #expect(lines.contains("bridge runs") && lines.contains("alert.open"))
            #expect(!SampleLink.leaks(lines, of: room.link.formatted))
            for text in ["Which pier", "h pier?", "North pi", "the long", "Harbour ", "buoys, p"] {
                #expect(!lines.contains(text), "\(text)")
            }
            await steering.stop()
            await room.close()
            await relay.stop()
        }
    }
#endif
