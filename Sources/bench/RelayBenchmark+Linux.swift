#if os(Linux)
    import CollabGuest
    import CollabHost
    import Foundation

    /// Many guests in one room: how long a broadcast takes to reach them, what it costs the relay, what is lost.
    ///
    /// Relay, host and guests share this process and its cores; the relay's own cost is that of its thread.
    enum RelayBenchmark: Benchmark {
        static let name = "relay"
        static let about = "[GUESTS] [FRAMES/S] [SECONDS]: broadcasts over loopback sockets, delivery times, CPU"

        static func run(_ arguments: [String]) async throws {
            let numbers = arguments.compactMap { Int($0) }
            let guests = numbers.first ?? 200
            let rate = numbers.dropFirst().first ?? 50
            let seconds = numbers.dropFirst(2).first ?? 10
            let size = 1024
            var options = RelayServer.Options()
            options.limits.guestsPerRoom = guests
            let relay = RelayServer(options: options)
            let port = try await relay.start()
            let connector = WebSocketConnector()

            let host = try await connector.connect(to: endpoint(port, .host))
            let transports = try await withThrowingTaskGroup(of: (any Transport).self) { group in
                for _ in 0..<guests { group.addTask { try await connector.connect(to: endpoint(port, .guest)) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            var joined = 0
            while joined < guests { joined += try await host.receive().count }

            let frames = rate * seconds
            let clock = ContinuousClock()
            let start = clock.now
            let before = ThreadTimes()
            let delays = try await withThrowingTaskGroup(of: [Double].self) { group in
                for transport in transports {
                    group.addTask { try await delaysOfFrames(at: transport, count: frames, clock, start) }
                }
                for index in 0..<frames {
                    try await clock.sleep(until: start + .seconds(1) * index / rate, tolerance: .zero)
                    let stamp = UInt64((clock.now - start) / .microseconds(1))
                    var frame = Data(count: size)
                    frame.replaceSubrange(4..<12, with: Swift.withUnsafeBytes(of: stamp) { Data($0) })
                    try await host.send(.binary(frame))
                }
                return try await group.reduce(into: []) { $0 += $1 }.sorted()
            }
            let wall = Double((clock.now - start) / .milliseconds(1)) / 1000
            let used = ThreadTimes().since(before)
            await host.close(code: 1000, reason: "")
            await relay.stop()

            let expected = guests * frames
            print("\(guests) guests, \(rate) frames/s of \(size) bytes for \(seconds) s: \(expected) deliveries")
            print("  delivery   p50 \(at(0.5, delays)) ms  p99 \(at(0.99, delays)) ms  max \(at(1, delays)) ms")
            print("  lost       \(expected - delays.count)")
            print("  relay      \(percent(used["ws server"], wall)) of one core")
            print("  all guests \(percent(used["ws client"], wall)) of one core in their socket thread")
            print("  process    \(percent(used.values.reduce(0, +), wall)) of one core, host and measuring included")
        }

        /// Milliseconds from the host's stamp to the arrival, of each frame.
        private static func delaysOfFrames(
            at transport: any Transport, count: Int, _ clock: ContinuousClock, _ start: ContinuousClock.Instant
        ) async throws -> [Double] {
            var delays: [Double] = []
            while delays.count < count {
                for case .binary(let frame) in try await transport.receive() {
                    let now = (clock.now - start) / .microseconds(1)
                    let stamp = frame.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 4, as: UInt64.self) }
                    delays.append((now - Double(stamp)) / 1000)
                }
            }
            return delays
        }

        private static func endpoint(_ port: Int, _ role: Endpoint.Role) -> Endpoint {
            Endpoint(isSecure: false, host: "127.0.0.1", port: port, roomId: "BenchRoom_0001", role: role)
        }

        private static func at(_ share: Double, _ sorted: [Double]) -> String {
            guard !sorted.isEmpty else { return "-" }
            return Measure.format(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))], 2)
        }

        private static func percent(_ seconds: Double?, _ wall: Double) -> String {
            "\(Measure.format((seconds ?? 0) / wall * 100)) %"
        }
    }

    /// CPU seconds of this process's threads, by their names.
    struct ThreadTimes {
        private var seconds: [String: Double] = [:]

        init() {
            let tick = Double(sysconf(Int32(_SC_CLK_TCK)))
            let folder = "/proc/self/task"
            for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                // A thread may end while its file is read: then it counts no more.
                guard let line = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8),
                    let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")")
                else { continue }
                let fields = line[line.index(after: close)...].split(separator: " ")
                guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
                    continue
                }
                seconds[String(line[line.index(after: open)..<close]), default: 0] += (user + system) / tick
            }
        }

        func since(_ earlier: ThreadTimes) -> [String: Double] {
            seconds.merging(earlier.seconds) { $0 - $1 }
        }
    }
#endif
