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

    @Test(
        "A sink that does not take events is named by its number and why: at the first, the second, the fourth in a row"
    )
    func sink() async throws {
        let stage = try BridgeStage()
        let folder = stage.folder.path
        let script = try stage.script("busy", "cat > /dev/null; [ -e \(folder)/calm ] || exit 75")
        let link = try TestHost.link(1)
        let config = try stage.config(
            [link], extra: "\"sinks\":[{\"type\":\"command\",\"command\":[\"\(script)\"]}]")
        let bridge = try Bridge(config, stage.surroundings())
        _ = try await bridge.start()
        let host = try TestHost(link: link, connector: stage.relay.connector)
        try await host.open()
        try await until("joined", within: .seconds(20)) { await host.hellos > 0 }
        for number in 1...5 { await host.ask(number, "Ready \(number)?") }
        @Sendable func failures() -> [String] {
            stage.lines.withLock { $0 }.filter {
                $0.contains("\"event\":\"sink.retry\",\"sink\":1,") && $0.contains("\"reason\":\"exit 75\"")
            }.compactMap { $0.firstMatch(of: /"failures":([0-9]+)/).map { String($0.1) } }
        }
        try await until("the log tells of it", within: .seconds(20)) { failures().contains("4") }
        #expect(failures().prefix(3) == ["1", "2", "4"])
        try Data().write(to: stage.folder.appending(path: "calm"))
        try await until("the log tells that it is back", within: .seconds(30)) {
            stage.lines.withLock { $0.contains { $0.contains("\"event\":\"sink.back\",\"sink\":1,\"failures\":") } }
        }
        await bridge.stop()
        await host.close()
    }

    @Test("A room that comes back is told of with how long it was away")
    func away() async throws {
        let stage = try BridgeStage()
        let link = try TestHost.link(1)
        let bridge = try Bridge(try stage.config([link]), stage.surroundings())
        _ = try await bridge.start()
        @Sendable func lives() -> [String] {
            stage.lines.withLock { $0.filter { $0.contains("\"event\":\"room.live\"") } }
        }
        let host = try TestHost(link: link, connector: stage.relay.connector)
        try await host.open()
        try await until("live", within: .seconds(20)) { lives().count == 1 }
        #expect(!lives()[0].contains("awaySeconds"))
        await host.close()
        try await until("away", within: .seconds(20)) {
            stage.lines.withLock { $0.contains { $0.contains("\"event\":\"room.away\"") } }
        }
        let next = try TestHost(link: link, connector: stage.relay.connector)
        try await next.open()
        try await until("live again", within: .seconds(40)) { lives().count == 2 }
        #expect(lives()[1].contains("\"awaySeconds\":"))
        await bridge.stop()
        // That the bridge goes says nothing about the room.
        let aways = stage.lines.withLock { $0.count { $0.contains("\"event\":\"room.away\"") } }
        #expect(aways == 1)
        await next.close()
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
