#if os(Linux)
    import CollabGuest
    import CollabHost
    import Foundation
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    @Suite("The relay on real loopback sockets", .timeLimit(.minutes(2)))
    struct RelayServerTests {
        let connector = WebSocketConnector()

        // MARK: HTTP

        @Test(
            "plain HTTP is answered as the reference answers it",
            arguments: [
                ("/", 404), ("/r/ProbeRoom_0001", 404), ("/r/ProbeRoom_0001?role=guest", 426),
                ("/r/ProbeRoom_0001?role=admin", 404), ("/r/short?role=guest", 404),
                ("/r/\(String(repeating: "x", count: 65))?role=guest", 404), ("/r/ProbeRoom_0001/?role=guest", 404),
                ("/r/ProbeRoom_0001.key?role=guest", 404),
                // Ours, for whoever watches the process: the reference says 404.
                ("/healthz", 200),
            ])
        func http(path: String, status: Int) async throws {
            try await withRelay { port, _ in
                let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
                let (_, response) = try await URLSession.shared.data(from: url)
                #expect((response as? HTTPURLResponse)?.statusCode == status)
            }
        }

        @Test("an upgrade to a path that is no room is refused with 404")
        func upgradeElsewhere() async throws {
            try await withRelay { port, _ in
                await #expect(throws: TransportError.refused(status: 404)) {
                    _ = try await connector.connect(to: endpoint(port, .guest, room: "short"))
                }
            }
        }

        // MARK: Rooms

        @Test("the life of a room: ids, controls, routing, second host, closing, a new room of the same name")
        func lifeOfARoom() async throws {
            try await withRelay { port, _ in
                let early = try await connector.connect(to: endpoint(port, .guest))
                #expect(await early.ending() == .closed(code: 4004, reason: "no such room"))

                let host = try await connector.connect(to: endpoint(port, .host))
                let guest1 = try await connector.connect(to: endpoint(port, .guest))
                #expect(try await host.receive(1) == [.text("{\"t\":\"peer-joined\",\"peer\":1}")])
                let guest2 = try await connector.connect(to: endpoint(port, .guest))
                #expect(try await host.receive(1) == [.text("{\"t\":\"peer-joined\",\"peer\":2}")])

                let second = try await connector.connect(to: endpoint(port, .host))
                #expect(
                    await second.ending() == .closed(code: 4009, reason: "a host is already connected for this room"))

                await guest1.close(code: 1000, reason: "")
                #expect(try await host.receive(1) == [.text("{\"t\":\"peer-left\",\"peer\":1}")])
                let guest3 = try await connector.connect(to: endpoint(port, .guest))
                #expect(try await host.receive(1) == [.text("{\"t\":\"peer-joined\",\"peer\":3}")])

                // A guest that writes another peer's id; too short; a text; a bare header.
                try await guest3.send(.binary(envelope(2, [1, 2, 3])))
                try await guest3.send(.binary(Data([9, 9, 9])))
                try await guest3.send(.text("{\"t\":\"room-closed\"}"))
                try await guest3.send(.binary(envelope(0, [])))
                #expect(
                    try await host.receive(2) == [.binary(envelope(3, [1, 2, 3])), .binary(envelope(3, []))])

                // To all, to one, to nobody, too short, a text; then to each a last word.
                try await host.send(.binary(envelope(0, [9])))
                try await host.send(.binary(envelope(3, [7])))
                try await host.send(.binary(envelope(99, [5])))
                try await host.send(.binary(Data([0, 0])))
                try await host.send(.text("{\"t\":\"room-closed\"}"))
                try await host.send(.binary(envelope(0, [1])))
                #expect(try await guest2.receive(2) == [.binary(envelope(0, [9])), .binary(envelope(0, [1]))])
                #expect(
                    try await guest3.receive(3) == [
                        .binary(envelope(0, [9])), .binary(envelope(3, [7])), .binary(envelope(0, [1])),
                    ])

                await host.close(code: 1000, reason: "")
                #expect(try await guest2.receive(1) == [.text("{\"t\":\"room-closed\"}")])
                #expect(await guest2.ending() == .closed(code: 4001, reason: "room closed"))
                #expect(await guest3.ending() == .closed(code: 4001, reason: "room closed"))

                let late = try await connector.connect(to: endpoint(port, .guest))
                #expect(await late.ending() == .closed(code: 4004, reason: "no such room"))
                let nextHost = try await connector.connect(to: endpoint(port, .host))
                let nextGuest = try await connector.connect(to: endpoint(port, .guest))
                #expect(try await nextHost.receive(1) == [.text("{\"t\":\"peer-joined\",\"peer\":1}")])
                await nextGuest.close(code: 1000, reason: "")
                await nextHost.close(code: 1000, reason: "")
            }
        }

        @Test("300 frames, broadcast and targeted in turn, arrive in order")
        func order() async throws {
            try await withRoom(guests: 1) { host, guests in
                let frames = (0..<300).map { index in
                    TransportMessage.binary(envelope(index.isMultiple(of: 2) ? 0 : 1, [UInt8(index & 255)]))
                }
                for frame in frames { try await host.send(frame) }
                #expect(try await guests[0].receive(300) == frames)
            }
        }

        @Test("a full room closes the next guest with 4029, and a full relay answers 503")
        func limits() async throws {
            try await withRelay({
                $0.limits.guestsPerRoom = 1
                $0.limits.connections = 3
            }) { port, _ in
                let host = try await connector.connect(to: endpoint(port, .host))
                let guest = try await connector.connect(to: endpoint(port, .guest))
                let second = try await connector.connect(to: endpoint(port, .guest))
                #expect(await second.ending() == .closed(code: 4029, reason: "room is full"))
                let other = try await connector.connect(to: endpoint(port, .host, room: "OtherRoom_0002"))
                await #expect(throws: TransportError.refused(status: 503)) {
                    _ = try await connector.connect(to: endpoint(port, .host, room: "ThirdRoom_0003"))
                }
                for transport in [host, guest, other] { await transport.close(code: 1000, reason: "") }
            }
        }

        // MARK: Sizes

        @Test("frames from 1 to 17 MiB pass both ways", arguments: [1 << 20, 8 << 20, 17 << 20])
        func sizes(size: Int) async throws {
            try await withRoom(guests: 1) { host, guests in
                let down = envelope(0, [UInt8](repeating: 0x5A, count: size))
                try await host.send(.binary(down))
                #expect(try await guests[0].receive(1) == [.binary(down)])
                try await guests[0].send(.binary(down))
                #expect(try await host.receive(1) == [.binary(envelope(1, [UInt8](repeating: 0x5A, count: size)))])
            }
        }

        @Test("with the reference's limit a larger frame closes its sender with 1009; a host takes its room along")
        func tooLarge() async throws {
            try await withRelay({ $0.limits.messageSize = 16 << 20 }) { port, _ in
                let host = try await connector.connect(to: endpoint(port, .host))
                let guest = try await connector.connect(to: endpoint(port, .guest))
                let talker = try await connector.connect(to: endpoint(port, .guest))
                _ = try await host.receive(2)
                try await talker.send(.binary(Data(count: 17 << 20)))
                let talkerEnding = await talker.ending()
                #expect(talkerEnding.code == 1009)
                #expect(try await host.receive(1) == [.text("{\"t\":\"peer-left\",\"peer\":2}")])
                try await host.send(.binary(Data(count: (16 << 20) + 4)))
                let hostEnding = await host.ending()
                #expect(hostEnding.code == 1009)
                #expect(await guest.ending() == .closed(code: 4001, reason: "room closed"))
            }
        }

        @Test("a frame that announces too much is answered with 1009 while its bytes still come")
        func announcedSize() async throws {
            try await withRelay { port, _ in
                let raw = try RawClientSocket(port: port)
                raw.upgrade("/r/\(testRoom)?role=host")
                raw.write(
                    [0x82, 0xFF, 0, 0, 0, 0, 0x02, 0x10, 0, 0, 1, 2, 3, 4] + [UInt8](repeating: 7, count: 100_000))
                raw.closeHalf()
                #expect(await raw.closeCodeAfterEverything() == 1009)
            }
        }

        // MARK: Backpressure

        @Test("a guest that does not read for a while loses nothing, and the host is slowed down meanwhile")
        func pausingGuest() async throws {
            try await withRoom(guests: 1) { host, guests in
                let count = 48
                let sending = Task {
                    for index in 0..<count {
                        try await host.send(.binary(envelope(0, [UInt8](repeating: UInt8(index), count: 1 << 20))))
                    }
                }
                // 48 MiB do not fit into the queues on the way: sending cannot end before somebody reads.
                var order: [UInt8] = []
                while order.count < count {
                    for case .binary(let bytes) in try await guests[0].receive() {
                        order.append(bytes[bytes.endIndex - 1])
                    }
                }
                try await sending.value
                #expect(order == (0..<UInt8(count)).map { $0 })
            }
        }

        @Test("a guest that never reads is dropped, and the room goes on for the others")
        func slowGuest() async throws {
            try await withRelay({
                $0.limits.backlog = 1 << 20
                $0.limits.patience = 3_000
            }) { port, _ in
                let host = try await connector.connect(to: endpoint(port, .host))
                let deaf = try RawClientSocket(port: port)
                deaf.upgrade("/r/\(testRoom)?role=guest")
                #expect(try await host.receive(1) == [.text("{\"t\":\"peer-joined\",\"peer\":1}")])
                let guest = try await connector.connect(to: endpoint(port, .guest))
                #expect(try await host.receive(1) == [.text("{\"t\":\"peer-joined\",\"peer\":2}")])
                let count = 64
                let sending = Task {
                    for index in 0..<count {
                        try await host.send(.binary(envelope(0, [UInt8](repeating: UInt8(index), count: 1 << 20))))
                    }
                }
                #expect(try await guest.receive(count).count == count)
                try await sending.value
                #expect(try await host.receive(1) == [.text("{\"t\":\"peer-left\",\"peer\":1}")])
                // Whoever reads on finds whole frames and then the reason.
                let code = await deaf.closeCodeAfterEverything()
                #expect(code == 4008 || code == nil)
                await guest.close(code: 1000, reason: "")
                await host.close(code: 1000, reason: "")
            }
        }

        // MARK: Bad peers

        @Test("garbage, half requests and broken frames cost nobody else anything")
        func garbage() async throws {
            try await withRelay { port, relay in
                let host = try await connector.connect(to: endpoint(port, .host))
                let guest = try await connector.connect(to: endpoint(port, .guest))
                _ = try await host.receive(1)
                var generator = SystemRandomNumberGenerator()
                let upgrade = RawClientSocket.upgradeRequest("/r/\(testRoom)?role=guest")
                var pieces: [[UInt8]] = [
                    [], [0], Array("GET".utf8), Array("GET / HTTP/1.1\r\n\r\n".utf8),
                    Array("POST /r/\(testRoom)?role=guest HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello".utf8),
                    Array("GET /r/%00%ff%zz?role=%67uest&=&& HTTP/1.1\r\nHost: x\r\n\r\n".utf8),
                    Array(("GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\n\r\n").utf8),
                    Array(("GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 20_000)).utf8),
                    [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03],
                    Array(upgrade.utf8.dropLast(10)),
                ]
                // After a good handshake: reserved opcodes and bits, unmasked, giant lengths, half a frame.
                for tail: [UInt8] in [
                    [0x83, 0x80, 0, 0, 0, 0], [0xF2, 0x80, 0, 0, 0, 0], [0x82, 0x01, 0x41],
                    [0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
                    [0x82, 0xFF, 0x00, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4],
                    [0x82, 0xFE, 0xFF, 0xFF, 1, 2, 3, 4, 5], [0x89, 0xFE, 0, 200], [0x88, 0x81, 0, 0, 0, 0, 3],
                    [0x80, 0x80, 0, 0, 0, 0], [0x81, 0x81, 0, 0, 0, 0, 0xFF],
                ] { pieces.append(Array(upgrade.utf8) + tail) }
                for _ in 0..<40 {
                    let noise = (0..<Int.random(in: 1...400, using: &generator)).map { _ in
                        UInt8.random(in: 0...255, using: &generator)
                    }
                    pieces.append(noise)
                    pieces.append(Array(upgrade.utf8) + noise)
                }
                for piece in pieces {
                    let raw = try RawClientSocket(port: port)
                    raw.write(piece)
                    raw.closeHalf()
                    await raw.waitForEnd()
                }
                try await guest.send(.binary(envelope(0, [1])))
                var heard: [TransportMessage] = []
                while heard.last != .binary(envelope(1, [1])) { heard += try await host.receive() }
                // All that got in left again; what they said is not our concern.
                let joined = heard.count { "\($0)".contains("peer-joined") }
                var left = heard.count { "\($0)".contains("peer-left") }
                while left < joined { left += try await host.receive().count { "\($0)".contains("peer-left") } }
                #expect(await relay.census()?.connections == 2)
                await guest.close(code: 1000, reason: "")
                await host.close(code: 1000, reason: "")
            }
        }

        @Test("a peer that answers no pings is dropped")
        func deadPeer() async throws {
            try await withRelay({
                $0.pingInterval = 1
                $0.pingTimeout = 2
            }) { port, _ in
                let host = try await connector.connect(to: endpoint(port, .host))
                let dead = try RawClientSocket(port: port)
                dead.upgrade("/r/\(testRoom)?role=guest")
                #expect(try await host.receive(1) == [.text("{\"t\":\"peer-joined\",\"peer\":1}")])
                // The host answers its pings and stays; the other one reads nothing and goes.
                #expect(try await host.receive(1) == [.text("{\"t\":\"peer-left\",\"peer\":1}")])
                await host.close(code: 1000, reason: "")
                await dead.waitForEnd()
            }
        }

        // MARK: Many

        @Test("1,000 guests at once each get a broadcast, and all leave")
        func thousand() async throws {
            try await withRelay({ $0.limits.guestsPerRoom = 1000 }) { port, relay in
                let host = try await connector.connect(to: endpoint(port, .host))
                let guests = try await withThrowingTaskGroup(of: (any Transport).self) { group in
                    for _ in 0..<1000 { group.addTask { try await connector.connect(to: endpoint(port, .guest)) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(try await host.receive(1000).count == 1000)
                #expect(await relay.census()?.connections == 1001)
                let frame = envelope(0, [4, 2])
                try await host.send(.binary(frame))
                for guest in guests { #expect(try await guest.receive(1) == [.binary(frame)]) }
                await host.close(code: 1000, reason: "")
                for guest in guests {
                    #expect(await guest.ending() == .closed(code: 4001, reason: "room closed"))
                }
            }
        }

        // MARK: Stopping and starting

        @Test("a relay that stops says room-closed to guests, 4001 to all, and frees its port")
        func stopping() async throws {
            let relay = RelayServer()
            let port = try await relay.start()
            let host = try await connector.connect(to: endpoint(port, .host))
            let guest = try await connector.connect(to: endpoint(port, .guest))
            await relay.stop()
            #expect(try await guest.receive(1) == [.text("{\"t\":\"room-closed\"}")])
            #expect(await guest.ending() == .closed(code: 4001, reason: "room closed"))
            #expect(await host.ending() == .closed(code: 4001, reason: "room closed"))
            await relay.stop()

            var options = RelayServer.Options()
            options.port = port
            let next = RelayServer(options: options)
            #expect(try await next.start() == port)
            let rival = RelayServer(options: options)
            await #expect(throws: RelayServerError.self) { _ = try await rival.start() }
            await next.stop()
        }

        @Test("IPv6 addresses are served")
        func ipv6() async throws {
            try await withRelay({ $0.address = "::1" }) { port, _ in
                var address = endpoint(port, .host)
                address.host = "[::1]"
                let host = try await connector.connect(to: address)
                await host.close(code: 1000, reason: "")
            }
        }

        @Test("the log tells what happens without naming the room")
        func log() async throws {
            let lines = Lines()
            try await withRelay({ $0.log = { lines.add($0.description) } }) { port, _ in
                let host = try await connector.connect(to: endpoint(port, .host))
                let guest = try await connector.connect(to: endpoint(port, .guest))
                _ = try await host.receive(1)
                await host.close(code: 1000, reason: "")
                _ = await guest.ending()
            }
            let tag = RoomTag(testRoom).description
            #expect(
                lines.all == [
                    "room \(tag) opened, 1 open", "room \(tag): guest 1 joined, 1 here", "room \(tag) closed, 0 open",
                ])
        }
    }
#endif
