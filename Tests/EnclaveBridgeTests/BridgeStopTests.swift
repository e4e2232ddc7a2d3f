import CollabGuest
import CollabTesting
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

/// A bridge that is told to end while something hangs: it ends all the same, and nothing is lost or told twice for it.
@Suite("A bridge that stops", .serialized, .timeLimit(.minutes(2)))
struct BridgeStopTests {
    /// A port whose connections are made by the system and answered by nobody.
    private final class SilentPort: Sendable {
        private let descriptor: Int32
        let port: Int

        init() throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            self.descriptor = descriptor
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let opened = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
                        && getsockname(descriptor, $0, &length) == 0
                }
            }
            guard opened else { throw TestTimeout(what: "a port") }
            port = Int(UInt16(bigEndian: address.sin_port))
        }

        deinit { close(descriptor) }
    }

    private func lines(_ stage: BridgeStage, _ name: String) throws -> [SinkEvent] {
        let path = stage.folder.appending(path: name)
        guard FileManager.default.fileExists(atPath: path.path) else { return [] }
        return try Data(contentsOf: path).split(separator: 10).map {
            try JSONDecoder().decode(SinkEvent.self, from: $0)
        }
    }

    /// A process that still does something.
    private func isAlive(_ pid: String) -> Bool {
        do {
            let stat = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
            return !stat.contains(") Z ")
        } catch {
            return false
        }
    }

    @Test(
        "What hangs is cut off within seconds; the next bridge tells it under its old id, and what was told not again")
    func hanging() async throws {
        let stage = try BridgeStage()
        let silent = try SilentPort()
        let folder = stage.folder.path
        let good = try stage.script("good", "cat >> \(folder)/told")
        let slow = try stage.script(
            "slow",
            """
            cat >> \(folder)/begun
            [ -e \(folder)/calm ] && exit 0
            sleep 600 &
            echo $! > \(folder)/pid
            wait
            """)
        let link = try TestHost.link(1)
        let config = try stage.config(
            [link],
            extra: """
                "sinks":[{"type":"command","name":"good","command":["\(good)"]},
                {"type":"command","name":"slow","command":["\(slow)"]},
                {"type":"webhook","url":"http://127.0.0.1:\(silent.port)/hook","secret":"0123456789abcdef"}]
                """)
        let host = try TestHost(link: link, connector: stage.relay.connector)
        try await host.open()
        let first = try Bridge(config, stage.surroundings())
        _ = try await first.start()
        try await until("joined", within: .seconds(20)) { await host.hellos > 0 }
        await host.ask(1, "Ready?")
        try await until("the good one is told, the slow one begun", within: .seconds(20)) {
            try self.lines(stage, "told").count == 1 && self.lines(stage, "begun").count == 1
                && FileManager.default.fileExists(atPath: folder + "/pid")
        }
        try await Task.sleep(for: .milliseconds(300))
        let pid = try String(contentsOfFile: folder + "/pid", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(isAlive(pid))

        let begun = ContinuousClock.now
        // As the command does it: in a task that the signal has cancelled.
        let stopping = Task { await first.stop() }
        stopping.cancel()
        await stopping.value
        let took = ContinuousClock.now - begun
        #expect(took < .seconds(9), "stopping took \(took)")
        try await until("the program's child is gone too", within: .seconds(10)) { !self.isAlive(pid) }
        let store = try stage.store(config)
        // Whether the slow ones have it is not known; neither is lost.
        #expect(try await store.counts() == [.told: 1, .waiting: 2])
        store.close()
        #expect(
            stage.lines.withLock { $0.contains { $0.contains("deliveries.cut off") && $0.contains("\"count\":2") } })

        try Data().write(to: stage.folder.appending(path: "calm"))
        let second = try Bridge(config, stage.surroundings())
        _ = try await second.start()
        // At once: a bridge that was stopped is no reason to wait.
        try await until("the slow one is told", within: .seconds(8)) { try self.lines(stage, "begun").count == 2 }
        #expect(try Set(lines(stage, "begun").map(\.id)).count == 1)
        #expect(try lines(stage, "told").count == 1)
        await host.end(1)
        try await until("taken back", within: .seconds(20)) {
            try self.lines(stage, "told").last?.kind == .withdraw && self.lines(stage, "begun").last?.kind == .withdraw
        }
        #expect(try lines(stage, "told").count == 2)
        await second.stop()
        await host.close()
    }

    /// Takes pushes and never answers.
    private final class SilentServer: HTTPExchange {
        let count = BridgeTestLock(0)
        let error: ExchangeError

        init(_ error: ExchangeError) { self.error = error }

        func exchange(_ request: BridgeRequest) async throws(ExchangeError) -> BridgeResponse {
            count.withLock { $0 += 1 }
            do { try await Task.sleep(for: .seconds(600)) } catch { throw self.error }
            return BridgeResponse(status: 200, headers: [:], body: Data())
        }
    }

    @Test(
        "A push without an answer waits for the next bridge, and only one that may have arrived counts as perhaps told")
    func cutOff() async throws {
        for error in [ExchangeError.unreachable("x"), .lost("x")] {
            let server = SilentServer(error)
            let scene = try await DispatcherScene([BridgeStage.device(1).code], server)
            defer { scene.store.close() }
            await scene.dispatcher.wake()
            try await until("under way", within: .seconds(20)) { server.count.withLock { $0 } == 1 }
            await scene.dispatcher.stop(grace: .milliseconds(50))
            #expect(try await scene.store.counts() == [.waiting: 1])
            #expect(try await scene.store.nextDue(worker: "w") == DispatcherScene.now)
            try await scene.store.close(room: "room", subject: "subject", worker: "w")
            #expect(try await scene.store.counts() == [error.mayHaveArrived ? .withdrawing : .cancelled: 1])
        }
    }

    @Test("A registry that takes no notes any more does not keep a bridge from ending")
    func unnoted() async throws {
        let server = SilentServer(.lost("x"))
        let scene = try await DispatcherScene([BridgeStage.device(1).code], server)
        await scene.dispatcher.wake()
        try await until("under way", within: .seconds(20)) { server.count.withLock { $0 } == 1 }
        scene.store.close()
        let begun = ContinuousClock.now
        await scene.dispatcher.stop(grace: .milliseconds(50), noting: .milliseconds(300))
        #expect(ContinuousClock.now - begun < .seconds(5))
    }
}
