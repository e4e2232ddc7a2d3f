import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

@Suite("The check of a configuration")
struct BridgeCheckTests {
    private func findings(_ config: BridgeConfig, testPush: String? = nil) async -> [String: BridgeCheck.Finding] {
        let all = await BridgeCheck(config).run(testPush: testPush)
        return Dictionary(all.map { ($0.subject, $0) }) { first, _ in first }
    }

    private func config(_ stage: BridgeStage, _ json: String) throws -> BridgeConfig {
        try BridgeConfig(json: Data(json.utf8), folder: stage.folder.path, environment: [:])
    }

    private func files(_ stage: BridgeStage) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: stage.folder.path).sorted()
    }

    @Test("writes nothing, and says what the first run would make")
    func dry() async throws {
        let stage = try BridgeStage()
        let before = try files(stage)
        let empty = await findings(try config(stage, "{}"))
        #expect(empty["rooms"]?.verdict == .bad && empty["targets"]?.verdict == .bad)
        #expect(empty["registry"]?.verdict == .good && empty["registry"]?.words.contains("none yet") == true)
        let file = stage.folder.appending(path: "apns.p8").path
        let blocked = await findings(try config(stage, "{\"state\":\"\(file)/state\"}"))
        #expect(blocked["registry"]?.verdict == .bad)
        #expect(try files(stage) == before)
    }

    @Test("A state folder that cannot be made, is open to others or in use is told of, with what to do")
    func stateFolder() async throws {
        let stage = try BridgeStage()
        let before = try files(stage)
        let file = stage.folder.appending(path: "apns.p8").path
        for path in ["/proc/enclave-state", "/proc/self/state/below", "\(file)/state", file] {
            let found = await findings(try config(stage, "{\"state\":\"\(path)\"}"))["state folder"]
            #expect(found?.verdict == .bad && found?.words.contains("Name another folder") == true, "\(path)")
        }
        let missing = await findings(try config(stage, "{}"))["state folder"]
        #expect(missing?.verdict == .good && missing?.words.contains("not there yet") == true)
        #expect(try files(stage) == before, "it was tried, and nothing is left of it")

        let path = stage.folder.appending(path: "state").path
        try PrivateFile.createFolder(path)
        let here = try config(stage, "{}")
        #expect(await findings(here)["state folder"]?.verdict == .good)
        for (mode, words) in [(0o755, "looked into"), (0o750, "looked into"), (0o777, "changed")] {
            #expect(chmod(path, mode_t(mode)) == 0)
            let found = await findings(here)["state folder"]
            #expect(found?.verdict == (mode == 0o777 ? .bad : .poor) && found?.words.contains(words) == true)
            #expect(found?.words.contains("chmod 700 \(path)") == true)
        }
        #expect(chmod(path, 0o700) == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)

        let other = try Bridge(try stage.config([try TestHost.link(1)]), stage.surroundings())
        let found = await findings(here)["state folder"]
        #expect(found?.verdict == .good && found?.words.contains("A bridge works on it") == true)
        withExtendedLifetime(other) {}
    }

    @Test("leaves a registry as it is, and tells a lost or another key from the right one")
    func registry() async throws {
        let stage = try BridgeStage()
        let made = try stage.config(
            [try TestHost.link(1)], origin: "https://127.0.0.1:9",
            extra: "\"sinks\":[{\"type\":\"command\",\"command\":[\"/bin/true\"]}]")
        let registry = try await DeviceRegistry(made)
        _ = try await registry.pair(BridgeStage.device(1).code.text())
        registry.close()
        let before = try files(stage)
        var here = made
        here.account = nil
        #expect(await findings(made)["registry"]?.words == "It opens; one device is paired.")
        // Without an account nobody pushes to it.
        #expect(await findings(here)["registry"]?.words == "It opens; one device is paired, and gets no pushes.")
        #expect(await findings(here)["apns"]?.verdict == .poor)
        #expect(await findings(here)["apns"]?.words.contains("Fill in apns") == true)
        #expect(await findings(here)["rooms"]?.words == "1 room, with full links (questions and ends).")
        #expect(await findings(here, testPush: "phone 1")["test push"]?.verdict == .bad)
        #expect(try files(stage) == before)
        try FileManager.default.removeItem(atPath: made.stateKeyFile)
        #expect(await findings(here)["registry"]?.words.contains("not its state key") == true)
        try PrivateFile.create(made.stateKeyFile, Data(String(repeating: "0a", count: 32).utf8))
        #expect(await findings(here)["registry"]?.words == StoreError.sealedForOtherKey.description)
    }

    @Test("names a program that is not there or may not run with what to do, and no address beyond its host")
    func sinks() async throws {
        let stage = try BridgeStage()
        let plain = stage.folder.appending(path: "apns.p8").path
        let found = await findings(
            try config(
                stage,
                """
                {"sinks":[{"type":"command","name":"good","command":["/bin/true"]},
                {"type":"command","name":"gone","command":["/nonexistent/on-enclave"]},
                {"type":"command","name":"plain","command":["\(plain)"]},
                {"type":"command","name":"folder","command":["/tmp"]},
                {"type":"desktop","command":["/nonexistent/notify-send"]},
                {"type":"ntfy","url":"https://ntfy.example/MARKERtopic"},
                {"type":"webhook","url":"https://hook.example/MARKERpath","secret":"MARKERsecret-0123"}]}
                """))
        #expect(found["sink good"]?.verdict == .good)
        let gone = found["sink gone"]?.words ?? ""
        #expect(gone.hasPrefix("There is no program /nonexistent/on-enclave: nothing arrives here. Install it"))
        #expect(found["sink desktop"]?.words.contains("apt install libnotify-bin") == true)
        #expect(found["sink folder"]?.words.hasPrefix("/tmp is a folder, no program.") == true)
        #expect(found["sink plain"]?.words.contains("chmod +x") == true)
        for name in ["gone", "plain", "folder", "desktop"] {
            #expect(found["sink \(name)"]?.verdict == .poor, "\(name)")
        }
        #expect(found["sink ntfy"]?.words.contains("ntfy.example") == true)
        #expect(found.values.allSatisfy { !$0.words.contains("MARKER") })
    }

    @Test("says whether devices can tell of new tokens by themselves, and shows no path")
    func renewals() async throws {
        let stage = try BridgeStage()
        func finding(_ json: String) async throws -> BridgeCheck.Finding? {
            try await findings(config(stage, json))["renewals"]
        }
        #expect(try await finding("{}") == nil, "without devices' pushes nobody needs them")
        var pushes = try config(stage, "{}")
        pushes.account = .init(keyFile: "none", keyId: "A", teamId: "B", origin: "https://127.0.0.1:9")
        #expect(await findings(pushes)["renewals"]?.verdict == .poor)
        #expect(try await finding("{\"renewals\":{\"port\":9465}}")?.words.contains("renewals.url") == true)
        let here = try await finding("{\"renewals\":{\"port\":9465,\"url\":\"ws://localhost:9465\"}}")
        #expect(here?.verdict == .poor && here?.words.contains("not reached by a phone") == true)
        let there = try await finding(
            "{\"renewals\":{\"port\":9465,\"url\":\"wss://bridge.example.org/MARKERpath\"}}")
        #expect(there?.verdict == .good && there?.words.contains("bridge.example.org") == true)
        #expect(there?.words.contains("MARKER") == false)
    }

    @Test("A key that others may read is refused, and so is a file that holds none")
    func keys() async throws {
        let stage = try BridgeStage()
        let config = try stage.config([try TestHost.link(1)], origin: "https://127.0.0.1:9")
        let path = stage.folder.appending(path: "apns.p8").path
        #expect(await findings(config)["apns production"]?.words.contains("cannot be reached") == true)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(await findings(config)["apns key"]?.words.contains("chmod 600 \(path)") == true)
        #expect(throws: BridgeConfigError.self) { try Bridge(config, stage.surroundings()) }
        try FileManager.default.removeItem(atPath: path)
        try PrivateFile.create(path, Data("no key".utf8))
        #expect(await findings(config)["apns key"]?.words == BridgeConfigError.badPushKey(path).description)
    }
}
