#if os(Linux)
    import CollabGuest
    import CollabHost
    import CollabWire
    import EnclaveBridge
    import Foundation

    /// A bridge with many rooms: what an idle room costs, and how fast a burst of questions is told.
    ///
    /// Relay, hosts and bridge share this process; an idle room's cost is the growth of the process while the bridge
    /// joins, the hosts being there already. The rooms' hosts hold a transcript of `ENTRIES` entries each.
    enum BridgeBenchmark: Benchmark {
        static let name = "bridge"
        static let about = "[ROOMS] [DEVICES] [ENTRIES]: memory per idle room over loopback sockets, push fan-out"

        static func run(_ arguments: [String]) async throws {
            let numbers = arguments.compactMap { Int($0) }
            let rooms = numbers.first ?? 500
            let devices = numbers.dropFirst().first ?? 4
            let entries = numbers.dropFirst(2).first ?? 200
            var options = RelayServer.Options()
            options.limits.rooms = rooms
            options.limits.connections = rooms * 2 + 10
            let relay = RelayServer(options: options)
            let port = try await relay.start()
            let connector = WebSocketConnector()
            var hosts: [BenchHost] = []
            for number in 0..<rooms {
                let host = try BenchHost(number: number, port: port, entries: entries)
                try await host.open(connector)
                hosts.append(host)
            }
            let folder = FileManager.default.temporaryDirectory.appending(path: "bench-bridge-\(UUID().uuidString)")
                .path
            defer { _ = try? FileManager.default.removeItem(atPath: folder) }
            let trial = try await BridgeTrial(
                rooms: hosts.map(\.link.formatted), devices: devices, folder: folder, connector: WebSocketConnector())
            try await Task.sleep(for: .seconds(1))
            let before = Measure.residentBytes()
            let begun = ContinuousClock.now
            try await trial.start()
            while await trial.liveRooms < rooms { try await Task.sleep(for: .milliseconds(10)) }
            let joined = ContinuousClock.now - begun
            try await Task.sleep(for: .seconds(5))
            let perRoom = Double(Measure.residentBytes() - before) / Double(rooms) / 1_048_576
            print("\(rooms) rooms of \(entries) entries, \(devices) devices")
            print("  joined     all rooms live after \(Measure.format(joined / .seconds(1), 2)) s")
            print(
                "  memory     \(Measure.format(perRoom, 3)) MB per idle room (relay's side of each connection included)"
            )

            let asked = ContinuousClock.now
            for host in hosts { try await host.ask() }
            let wanted = rooms * devices
            while trial.pushCount < wanted { try await Task.sleep(for: .milliseconds(2)) }
            let told = (ContinuousClock.now - asked) / .seconds(1)
            print(
                "  fan-out    \(wanted) pushes for \(rooms) questions in \(Measure.format(told, 2)) s: "
                    + "\(Measure.format(Double(wanted) / told, 0)) pushes/s, each sealed and noted durably")
            try await Task.sleep(for: .seconds(1))
            print("  told twice \(trial.pushCount - wanted)")
            await trial.stop()
            await relay.stop()
        }
    }

    /// A room that waits, with a transcript, and asks when told to.
    private actor BenchHost {
        nonisolated let link: RoomLink
        private let sealer: Sealer
        private let opener: Opener
        private let entries: Int
        private var transport: (any Transport)?

        init(number: Int, port: Int, entries: Int) throws {
            var bytes = [UInt8](repeating: 7, count: RoomSecret.fullByteCount)
            bytes[0] = UInt8(number & 0xFF)
            bytes[1] = UInt8(number >> 8 & 0xFF)
            guard let secret = RoomSecret(bytes: bytes) else {
                throw BenchmarkError(description: "no secret could be made")
            }
            link = RoomLink(
                relay: RelayAddress(isSecure: false, host: "localhost", port: port), roomId: "bench-room-\(number)-x",
                secret: secret)
            sealer = try Sealer(secret: secret)
            opener = try Opener(secret: secret)
            self.entries = entries
        }

        func open(_ connector: WebSocketConnector) async throws {
            let transport = try await connector.connect(
                to: Endpoint(
                    isSecure: false, host: link.relay.host, port: link.relay.port, roomId: link.roomId, role: .host))
            self.transport = transport
            Task {
                while true {
                    for message in try await transport.receive() {
                        if case .binary(let data) = message, let envelope = Envelope(data) {
                            try await self.take(envelope)
                        }
                    }
                }
            }
        }

        private func take(_ envelope: Envelope) async throws {
            switch try GuestFrame.decode(try opener.open(envelope)) {
            case .hello: try await welcome(envelope.peerId)
            case .fetchTranscript(let reqId, _, _):
                try await send(
                    "{\"t\":\"transcript\",\"reqId\":\(reqId),\"text\":\"\",\"newSize\":0,\"error\":\"none\"}",
                    envelope.peerId)
            default: break
            }
        }

        private func welcome(_ peer: UInt32) async throws {
            let text = String(repeating: "The tide turns at noon. ", count: 40)
            let list = (0..<entries).map { number in
                """
                {"type":"message","id":"e\(number)","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z",
                "message":{"role":"user","content":"\(text)","timestamp":1}}
                """
            }
            try await send(
                """
                {"t":"welcome","proto":3,"header":{"type":"session","id":"s-\(link.roomId)","cwd":"/"},
                "entryCount":\(entries),"state":{"isStreaming":false,"queuedMessageCount":0,"participants":[]},"agents":[]}
                """, peer)
            try await send(
                "{\"t\":\"snapshot-chunk\",\"entries\":[\(list.joined(separator: ","))],\"final\":true}", peer)
        }

        func ask() async throws {
            try await send(
                """
                {"t":"ui-request","request":{"reqId":1,"kind":"select","title":"Which pier?","options":["North","South"]}}
                """, 0)
        }

        private func send(_ json: String, _ peer: UInt32) async throws {
            try await transport?.send(.binary(sealer.seal(JSONText(validating: json), peerId: peer)))
        }
    }
#endif
