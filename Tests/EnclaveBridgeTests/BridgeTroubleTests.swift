import CollabGuest
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveBridge

/// What a bridge's log says of what does not work, so that whoever runs it need not guess.
@Suite("A bridge in trouble", .serialized)
struct BridgeTroubleTests {
    /// Reaches nothing.
    private struct NoWay: TransportConnector {
        func connect(to endpoint: Endpoint) async throws(TransportError) -> any Transport {
            throw .unreachable("words of a resolver")
        }
    }

    @Test("A sink that does not take an event is named by its number, with what comes next")
    func sink() async throws {
        let stage = try BridgeStage()
        let script = try stage.script("busy", "exit 75")
        let link = try TestHost.link(1)
        let config = try stage.config(
            [link], extra: "\"sinks\":[{\"type\":\"command\",\"command\":[\"\(script)\"]}]")
        let bridge = try Bridge(config, stage.surroundings())
        _ = try await bridge.start()
        let host = try TestHost(link: link, connector: stage.relay.connector)
        try await host.open()
        try await until("joined", within: .seconds(20)) { await host.hellos > 0 }
        await host.ask(1, "Ready?")
        try await until("the log tells of it", within: .seconds(20)) {
            stage.lines.withLock { $0.contains { $0.contains("\"event\":\"sink.retry\",\"sink\":1,") } }
        }
        await bridge.stop()
        await host.close()
    }

    @Test("A relay that cannot be reached is a warning at the first attempt, the second, the fourth")
    func relay() async throws {
        let stage = try BridgeStage()
        let bridge = try Bridge(try stage.config([try TestHost.link(1)]), stage.surroundings(NoWay()))
        _ = try await bridge.start()
        @Sendable func attempts() -> [String] {
            let lines = stage.lines.withLock { $0 }.filter { $0.contains("\"warning\",\"event\":\"room.unreachable\"") }
            return lines.compactMap { line in
                line.contains("\"reason\":\"unreachable\"")
                    ? line.firstMatch(of: /"attempt":([0-9]+)/).map { String($0.1) } : nil
            }
        }
        try await until("three warnings", within: .seconds(60)) { attempts().count >= 3 }
        await bridge.stop()
        #expect(attempts().prefix(3) == ["1", "2", "4"])
        #expect(!stage.lines.withLock { $0.joined() }.contains("resolver"))
    }
}
