import CollabGuest
import CollabReplica
import CollabWire
import Foundation

/// Joining sessions of growing length with a real guest session over a transport in memory: time to live, resident
/// memory, and what one streamed update and a kept copy cost once there.
enum JoinBenchmark: Benchmark {
    static let name = "join"
    static let about = "joining 1k, 10k and 50k entries: time to live, memory; one streamed update; a kept copy"

    static func run(_ arguments: [String]) async throws {
        var updates: [Double] = []
        var copy: CopyTimes?
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
            copy = join.copy
            print(
                "  \(count) entries, \(Measure.format(Double(stream.count) / 1e6)) MB: live after "
                    + "\(Measure.format(join.milliseconds)) ms, peak "
                    + "\(Measure.format(Double(join.peakBytes - before) / 1e6)) MB above the sealed stream, one streamed "
                    + "update \(Measure.format(join.updateMicroseconds)) µs")
        }
        let ratio = updates[2] / max(updates[0], 0.001)
        print("  a streamed update at 50,000 entries against 1,000: \(Measure.format(ratio, 2)) ×")
        guard let copy else { return }
        print(
            "  a copy of the newest part, \(Measure.format(Double(copy.bytes) / 1e6)) MB: taken on the main actor in "
                + "\(Measure.format(copy.take)) ms, sealed beside it in \(Measure.format(copy.seal)) ms, opened again in "
                + "\(Measure.format(copy.open)) ms (medians)")
    }

    /// What it costs to keep a room, and to open what was kept, milliseconds.
    private struct CopyTimes {
        var bytes: Int
        var take: Double
        var seal: Double
        var open: Double

        init(_ replica: ReplicaState, _ secret: RoomSecret) throws {
            let box = try RoomBox(secret)
            let date = Date()
            let clock = ContinuousClock()
            var (take, seal, open): ([Double], [Double], [Double]) = ([], [], [])
            var size = 0
            for _ in 0..<9 {
                var copy: SessionCopy?
                take.append(Self.milliseconds(clock.measure { copy = SessionCopy(of: replica, date: date) }))
                guard let copy else { throw BenchmarkError(description: "there is nothing to copy") }
                var sealed: [UInt8] = []
                seal.append(Self.milliseconds(try clock.measure { sealed = try box.seal(copy.encode()) }))
                var opened: SessionCopy?
                open.append(
                    Self.milliseconds(try clock.measure { opened = SessionCopy(decoding: try box.open(sealed)) }))
                guard opened?.date == date else { throw BenchmarkError(description: "the copy is another one") }
                size = sealed.count
            }
            bytes = size
            (self.take, self.seal, self.open) = (
                Measure.median(take.sorted()), Measure.median(seal.sorted()), Measure.median(open.sorted())
            )
        }

        private static func milliseconds(_ duration: Duration) -> Double {
            Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
        }
    }

    private struct Join {
        var milliseconds: Double
        /// Of the whole process, while it joined.
        var peakBytes: Int
        var updateMicroseconds: Double
        var copy: CopyTimes
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
                peakBytes: peak, updateMicroseconds: times.isEmpty ? 0 : Measure.median(times),
                copy: try CopyTimes(replica.state, link.secret))
        }
    }
}
