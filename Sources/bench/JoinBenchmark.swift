import CollabGuest
import CollabReplica
import CollabWire
import Foundation

/// Joining sessions of growing length with a real guest session over a transport in memory: time to live, resident
/// memory, and what one streamed update costs once there.
enum JoinBenchmark: Benchmark {
    static let name = "join"
    static let about = "joining 1k, 10k and 50k entries: time to live, memory; one streamed update at 1k and 50k"

    static func run(_ arguments: [String]) async throws {
        var updates: [Double] = []
        for count in [1_000, 10_000, 50_000] {
            guard
                let stream = try Program.output(
                    "python3", [Program.script("gen_session.py"), String(count), "--updates", "2000"])
            else { throw BenchmarkError(description: "python3 is not installed") }
            let room = try Room(stream: stream)
            let before = Measure.residentBytes()
            Measure.forgetPeak()
            let join = try await room.join()
            updates.append(join.updateMicroseconds)
            print(
                "  \(count) entries, \(Measure.format(Double(stream.count) / 1e6)) MB: live after "
                    + "\(Measure.format(join.milliseconds)) ms, peak "
                    + "\(Measure.format(Double(join.peakBytes - before) / 1e6)) MB above the sealed stream, one streamed "
                    + "update \(Measure.format(join.updateMicroseconds)) µs")
        }
        let ratio = updates[2] / max(updates[0], 0.001)
        print("  a streamed update at 50,000 entries against 1,000: \(Measure.format(ratio, 2)) ×")
    }

    private struct Join {
        var milliseconds: Double
        /// Of the whole process, while it joined.
        var peakBytes: Int
        var updateMicroseconds: Double
    }

    /// A recorded session, sealed, in two parts: until it is live, and the streamed messages after that.
    private struct Room {
        let link: RoomLink
        var snapshot: [TransportMessage] = []
        var updates: [JSONText] = []

        init(stream: Data) throws {
            link = RoomLink(relay: .standard, roomId: "bench-room-0001", secret: try RoomSecret.random())
            let sealer = try Sealer(secret: link.secret)
            var isLive = false
            for line in stream.split(separator: UInt8(ascii: "\n")) {
                let text = try JSONText(validating: Data(line))
                if !isLive {
                    snapshot.append(.binary(try sealer.seal(text)))
                    isLive = text["t"]?.stringValue == "snapshot-chunk" && text["final"]?.boolValue == true
                } else if text["event"]?["type"]?.stringValue == "message_update", updates.count < 1_000 {
                    updates.append(text)
                }
            }
        }

        func join() async throws -> Join {
            let snapshot = snapshot
            let connector = MemoryConnector { _, host in
                Task {
                    // The guest says hello first; a host that is gone ends the loop.
                    guard (try? await host.receive()) != nil else { return }
                    for message in snapshot {
                        guard (try? await host.send(message)) != nil else { return }
                    }
                }
            }
            let session = GuestSession(link: link, name: "bench", connector: connector)
            let clock = ContinuousClock()
            let start = clock.now
            await session.start()
            for await update in session.updates where update.connection == .live { break }
            let elapsed = start.duration(to: clock.now)
            let peak = Measure.peakResidentBytes()
            var replica = Replica()
            for message in snapshot {
                guard case .binary(let data) = message, let envelope = Envelope(data) else { continue }
                let opener = try Opener(secret: link.secret)
                _ = replica.apply(try HostFrame.decode(try opener.open(envelope)), at: 0)
            }
            await session.stop()
            var times: [Double] = []
            for text in updates {
                let time = try clock.measure {
                    _ = replica.apply(try HostFrame.decode(text), at: 0)
                }
                times.append(Double(time.components.attoseconds) / 1e12)
            }
            times.sort()
            return Join(
                milliseconds: Double(elapsed.components.attoseconds) / 1e15 + Double(elapsed.components.seconds) * 1e3,
                peakBytes: peak, updateMicroseconds: times.isEmpty ? 0 : Measure.median(times))
        }
    }
}
