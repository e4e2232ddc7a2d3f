#if os(Linux)
    import Foundation
    import Testing

    @testable import enclave

    @Suite("The bridge's commands")
    final class BridgeCommandTests {
        private let folder = FileManager.default.temporaryDirectory.appending(path: "bridge-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

        deinit {
            // What cannot be removed stays in the system's temporary folder.
            _ = try? FileManager.default.removeItem(at: folder)
        }

        /// A pairing code made by another implementation than ours, after Docs/Push.md.
        private static let code =
            "enclave-pair:1."
            + Data(
                """
                {"device":"000102030405060708090a0b0c0d0e0f","name":"Rita's phone",\
                "key":"hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo","renewal":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",\
                "serial":1,"push":{"token":"abababababababababababababababababababababababababababababababab",\
                "environment":"production","bundleId":"org.example.enclave"},\
                "wishes":{"asks":true,"turnEnds":true,"sessionEnds":false,"shortestTurn":30,"activities":false,\
                "privacy":"title","activityPrivacy":"private","muted":[]},"activities":[]}
                """.utf8
            ).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")

        private var json: String {
            "{\"state\":\"\(folder.path)/state\",\"sinks\":[{\"type\":\"command\",\"command\":[\"/bin/true\"]}]}"
        }

        private func file(_ json: String, mode: Int = 0o600) throws -> String {
            let path = folder.appending(path: "config.json").path
            #expect(
                FileManager.default.createFile(
                    atPath: path, contents: Data(json.utf8), attributes: [.posixPermissions: mode]))
            return path
        }

        @Test("A configuration on standard input with links in the environment is checked, and nothing is written")
        func standardInput() async throws {
            let test = TestConsole(input: [json], environment: ["ENCLAVE_BRIDGE_LINKS": SampleLink.control])
            #expect(await test.run("bridge", "check", "--config", "-") == .ok)
            #expect(test.output.contains("1 room, with full links") && test.output.contains("Runs /bin/true."))
            #expect(!SampleLink.leaks(test.output + test.errors))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)

            let view = TestConsole(input: [json], environment: ["ENCLAVE_BRIDGE_LINKS": SampleLink.view])
            #expect(await view.run("bridge", "check", "--config", "-", "--json") == .ok)
            #expect(view.output.contains("view links (ends only)"))

            let nowhere = TestConsole(
                input: [json.replacing("\(folder.path)/state", with: "/proc/enclave-state")],
                environment: ["ENCLAVE_BRIDGE_LINKS": SampleLink.control])
            #expect(await nowhere.run("bridge", "check", "--config", "-") == .failure)
            #expect(nowhere.output.contains("BAD   state folder: Cannot write /proc/enclave-state"))

            let none = TestConsole(input: ["{}"])
            #expect(await none.run("bridge", "check", "--config", "-") == .failure)
            #expect(none.output.contains("ENCLAVE_BRIDGE_LINKS"))
        }

        @Test("What cannot be used is said in a sentence, with exit code 1")
        func unusable() async throws {
            for (json, words) in [
                ("[]", "one JSON object"), ("nonsense", "no JSON"), ("{\"roms\":[]}", "did you mean rooms?"),
                ("{\"rooms\":[\"\(SampleLink.control.prefix(20))\"]}", "Link number 1"),
            ] {
                let test = TestConsole(input: [json])
                #expect(await test.run("bridge", "run", "--config", "-") == .failure)
                #expect(test.errors.contains(words), "\(test.errors)")
            }
            let open = TestConsole()
            #expect(await open.run("bridge", "check", "--config", try file(json, mode: 0o644)) == .failure)
            #expect(open.errors.contains("chmod 600"))
            let missing = TestConsole()
            #expect(await missing.run("bridge") == .usage)
        }

        @Test("A device is paired with its code, listed, checked, and revoked by its name")
        func devices() async throws {
            let config = try file(json)
            let empty = TestConsole()
            #expect(await empty.run("bridge", "devices", "--config", config) == .ok)
            #expect(empty.output.isEmpty && empty.errors.contains("No device is paired."))
            let wrong = TestConsole(input: ["enclave-pair:9.x"])
            #expect(await wrong.run("bridge", "pair", "--config", config) == .failure)
            // A narrow terminal broke it.
            let pair = TestConsole(input: [String(Self.code.prefix(70)), String(Self.code.dropFirst(70))])
            #expect(await pair.run("bridge", "pair", "--config", config) == .ok)
            #expect(pair.output.contains("Rita's phone  production  asks, turn ends  not told"), "\(pair.errors)")
            // There is no account in this configuration: whoever pairs must not wait for pushes.
            #expect(pair.errors.contains("gets no pushes. Pushes need an Apple developer account: fill in apns"))
            let list = TestConsole()
            #expect(await list.run("bridge", "devices", "--config", config, "--json") == .ok)
            #expect(list.lines.count == 1 && list.output.contains("\"name\":\"Rita's phone\""))
            #expect(list.output.contains("\"state\":\"not told\"") && list.errors.contains("fill in apns"))
            #expect(!list.output.contains("abababab") && !list.output.contains("hSDwCYkw"))
            let check = TestConsole(environment: ["ENCLAVE_BRIDGE_LINKS": SampleLink.control])
            #expect(await check.run("bridge", "check", "--config", config) == .ok)
            #expect(check.output.contains("one device is paired"))
            let nobody = TestConsole()
            #expect(await nobody.run("bridge", "revoke", "nobody", "--config", config) == .failure)
            let unnamed = TestConsole()
            #expect(await unnamed.run("bridge", "revoke", "--config", config) == .usage)
            let revoke = TestConsole()
            #expect(await revoke.run("bridge", "revoke", "Rita's phone", "--config", config) == .ok)
            let after = TestConsole()
            #expect(await after.run("bridge", "devices", "--config", config) == .ok)
            #expect(after.output.isEmpty)
        }

        @Test(
            "Pairing prints the address that the app takes, as a code too on a terminal, and nothing of it for scripts")
        func address() async throws {
            let config = try file(
                json.replacing(
                    "{\"state\"",
                    with: "{\"renewals\":{\"port\":0,\"url\":\"https://bridge.example.org/enclave\"},\"state\""))
            let pair = TestConsole(input: [Self.code])
            #expect(await pair.run("bridge", "pair", "--config", config) == .ok)
            #expect(pair.lines.last == "bridge address  wss://bridge.example.org/enclave/v1/renew", "\(pair.errors)")
            #expect(pair.errors.contains("Push bridge, Bridge address"))
            let script = TestConsole(input: [Self.code])
            #expect(await script.run("bridge", "pair", "--config", config, "--json") == .ok)
            #expect(script.lines.count == 1 && !script.output.contains("bridge.example.org"))
            let drawn = TestConsole(input: [Self.code], isShown: true)
            #expect(await drawn.run("bridge", "pair", "--config", config) == .ok)
            #expect(drawn.output.contains("▄") && drawn.output.contains("bridge address"))
        }
    }
#endif
