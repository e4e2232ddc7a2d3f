#if os(Linux)
    import CollabGuest
    import Foundation
    import Testing
    import WebSockets

    @Suite("The libwebsockets client on real loopback sockets", .timeLimit(.minutes(2)))
    struct WebSocketConnectorTests {
        let connector = WebSocketConnector()
        /// Sends back what it gets.
        let echo = WebSocketTestServer(onMessage: { message, peer in peer.send(message) })

        @Test("messages of every size and kind come back unchanged and in order")
        func echoes() async throws {
            try await echo.run { port, _ in
                let transport = try await connector.connect(to: .loopback(port))
                // Around the frame header's length forms, and the library's chunk sizes.
                let sizes = [0, 1, 3, 125, 126, 127, 65_535, 65_536, 65_537, 1 << 20]
                var sent: [TransportMessage] = sizes.map { size in
                    .binary(Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
                }
                sent += [.text(""), .text("{\"t\":\"room-closed\"}"), .text("zażółć 🐟")]
                for message in sent { try await transport.send(message) }
                #expect(try await transport.receive(sent.count) == sent)
                await transport.close(code: 1000, reason: "done")
            }
        }

        @Test("the reference's largest frames arrive and the socket stays open", arguments: [3_144_200, 6_452_100])
        func largeFrames(size: Int) async throws {
            let server = WebSocketTestServer(
                onOpen: { peer in
                    peer.send(.binary(MessageBuffer(copying: Data(repeating: 0xA5, count: size))))
                }, onMessage: { message, peer in peer.send(message) })
            try await server.run { port, _ in
                let transport = try await connector.connect(to: .loopback(port))
                #expect(try await transport.receive() == [.binary(Data(repeating: 0xA5, count: size))])
                try await transport.send(.text("still here"))
                #expect(try await transport.receive() == [.text("still here")])
                await transport.close(code: 1000, reason: "")
            }
        }

        @Test("32 MiB pass, one byte more is refused with 1009 and a reason")
        func sizeLimit() async throws {
            let limit = TransportLimits.maximumMessageSize
            let server = WebSocketTestServer(onOpen: { peer in
                peer.send(.binary(MessageBuffer(copying: Data(count: limit))))
                peer.send(.binary(MessageBuffer(copying: Data(count: limit + 1))))
            })
            try await server.run { port, _ in
                let transport = try await connector.connect(to: .loopback(port))
                let first = try await transport.receive()
                #expect(first == [.binary(Data(count: limit))])
                #expect(await transport.ending() == .messageTooLarge(limit + 1))
            }
        }

        @Test("a frame that announces 33 MiB is answered with 1009 before its bytes have come")
        func announcedSize() async throws {
            let listener = try SilentListener()
            async let accepted = RawServerSocket.accept(listener)
            let transport = try await connector.connect(to: .loopback(listener.port))
            let raw = try await accepted
            raw.write([0x82, 127, 0, 0, 0, 0, 0x02, 0x10, 0, 0] + [UInt8](repeating: 7, count: 70_000))
            let frame = try await raw.readFrame()
            #expect(frame.head == 0x88)
            #expect(frame.payload == [0x03, 0xF1] + Array("message too large".utf8))
            raw.hangUp()
            #expect(await transport.ending() == .messageTooLarge(33 << 20))
        }

        @Test("fragments become one message, and control frames between them are served")
        func fragments() async throws {
            let listener = try SilentListener()
            async let accepted = RawServerSocket.accept(listener)
            let transport = try await connector.connect(to: .loopback(listener.port))
            let raw = try await accepted
            raw.write([0x02, 2, 1, 2, 0x89, 1, 0x55, 0x00, 0, 0x00, 1, 3, 0x80, 2, 4, 5])
            #expect(try await transport.receive() == [.binary(Data([1, 2, 3, 4, 5]))])
            let pong = try await raw.readFrame()
            #expect(pong.head == 0x8A)
            #expect(pong.payload == [0x55])
            raw.hangUp()
            #expect(await transport.ending() == .closed(code: 1006, reason: ""))
        }

        @Test("a server that closes its half, or breaks the protocol, ends the connection with 1006")
        func brokenServers() async throws {
            let misdeeds: [@Sendable (RawServerSocket) -> Void] = [
                { $0.closeHalf() },
                { $0.hangUp() },
                // Reserved opcode, fragmented ping, continuation of nothing, reserved bits, half a frame.
                { $0.write([0x83, 0]) }, { $0.write([0x09, 0]) }, { $0.write([0x80, 0]) }, { $0.write([0xF2, 0]) },
                {
                    $0.write([0x82, 5, 1]); $0.closeHalf()
                },
            ]
            for misdeed in misdeeds {
                let listener = try SilentListener()
                async let accepted = RawServerSocket.accept(listener)
                let transport = try await connector.connect(to: .loopback(listener.port))
                let raw = try await accepted
                misdeed(raw)
                #expect(await transport.ending() == .closed(code: 1006, reason: ""))
            }
        }

        @Test("text that is not UTF-8 is answered with 1007, however long it is", arguments: [1, 70_000, 1 << 20])
        func brokenText(size: Int) async throws {
            let listener = try SilentListener()
            async let accepted = RawServerSocket.accept(listener)
            let transport = try await connector.connect(to: .loopback(listener.port))
            let raw = try await accepted
            let length = withUnsafeBytes(of: UInt64(size).bigEndian) { Array($0) }
            async let frame = raw.readFrame()
            raw.write([0x81, 127] + length + [UInt8](repeating: 0xFF, count: size))
            let answer = try await frame
            #expect(answer.head == 0x88)
            #expect(answer.payload == [0x03, 0xEF] + Array("text is not UTF-8".utf8))
            raw.hangUp()
            #expect(await transport.ending() == .closed(code: 1007, reason: "text is not UTF-8"))
        }

        @Test("a close frame without a code is 1005")
        func codelessClose() async throws {
            let listener = try SilentListener()
            async let accepted = RawServerSocket.accept(listener)
            let transport = try await connector.connect(to: .loopback(listener.port))
            let raw = try await accepted
            raw.write([0x88, 0])
            #expect(await transport.ending() == .closed(code: 1005, reason: ""))
            raw.hangUp()
        }

        @Test("an answer that is no upgrade is refused or unreachable, never accepted")
        func wrongAnswers() async throws {
            for (answer, status) in [
                ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200),
                ("HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", 302),
            ] {
                let listener = try SilentListener()
                let attempt = Task { try await connector.connect(to: .loopback(listener.port)) }
                let raw = RawServerSocket(descriptor: await listener.accepted())
                raw.write(answer)
                await #expect(throws: TransportError.refused(status: status)) { _ = try await attempt.value }
                raw.hangUp()
            }
            for answer in [
                "\u{0}\u{1}\u{2} what?\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: bm90IHRoZSByaWdodCBvbmU=\r\n\r\n",
            ] {
                let listener = try SilentListener()
                let attempt = Task { try await connector.connect(to: .loopback(listener.port)) }
                let raw = RawServerSocket(descriptor: await listener.accepted())
                raw.write(answer)
                raw.hangUp()
                do {
                    _ = try await attempt.value
                    Issue.record("accepted \(answer)")
                } catch let error as TransportError {
                    guard case .unreachable = error else {
                        Issue.record("\(error)")
                        continue
                    }
                }
            }
        }

        @Test(
            "private close codes arrive with their reason",
            arguments: [
                (4001, "room closed"), (4004, "no such room"), (4009, "a host is already connected for this room"),
                (4029, "room is full"), (1001, ""), (1011, "oops"), (4999, "zażółć"),
            ] as [(UInt16, String)])
        func closeCodes(code: UInt16, reason: String) async throws {
            let server = WebSocketTestServer(onOpen: { peer in
                peer.send(.text("last words"))
                peer.close(code: code, reason: reason)
            })
            try await server.run { port, _ in
                let transport = try await connector.connect(to: .loopback(port))
                // What was sent before the close frame is delivered before the close.
                #expect(try await transport.receive() == [.text("last words")])
                #expect(await transport.ending() == .closed(code: code, reason: reason))
                // And whoever asks later hears the same.
                await #expect(throws: TransportError.closed(code: code, reason: reason)) {
                    try await transport.send(.text("too late"))
                }
            }
        }

        @Test("a connection that is cut ends with 1006")
        func abort() async throws {
            let server = WebSocketTestServer(onOpen: { $0.abort() })
            try await server.run { port, _ in
                let transport = try await connector.connect(to: .loopback(port))
                #expect(await transport.ending() == .closed(code: 1006, reason: ""))
            }
        }

        @Test("our own close carries code and reason to the server and ends a waiting receive")
        func ownClose() async throws {
            try await echo.run { port, _ in
                let transport = try await connector.connect(to: .loopback(port))
                async let ending = transport.ending()
                await transport.close(code: 4321, reason: "bye")
                #expect(await ending == .closed(code: 4321, reason: "bye"))
                #expect(await echo.nextEnding() == .closed(code: 4321, reason: "bye"))
                await transport.close(code: 1000, reason: "again")
            }
        }

        @Test("a ping is answered")
        func ping() async throws {
            try await echo.run { port, _ in
                let transport = try await connector.connect(to: .loopback(port))
                try await transport.ping()
                try await transport.ping()
                await transport.close(code: 1000, reason: "")
                await #expect(throws: TransportError.closed(code: 1000, reason: "")) { try await transport.ping() }
            }
        }

        @Test("a refused upgrade says which status", arguments: [400, 403, 404, 426, 503])
        func refused(status: Int) async throws {
            let server = WebSocketTestServer(decide: { _ in .refuse(HTTPResponse(status: status, text: "no")) })
            try await server.run { port, _ in
                await #expect(throws: TransportError.refused(status: status)) {
                    _ = try await connector.connect(to: .loopback(port))
                }
            }
        }

        @Test("where nobody listens, the sentence names the place")
        func unreachable() async throws {
            // A port that was free a moment ago.
            var port = 0
            try await echo.run { taken, _ in port = taken }
            await #expect(throws: TransportError.unreachable("Nobody answers at 127.0.0.1:\(port).")) {
                _ = try await connector.connect(to: .loopback(port))
            }
            do throws(TransportError) {
                _ = try await connector.connect(to: .loopback(80, host: "no-such-host.invalid"))
                Issue.record("a name that does not exist was reached")
            } catch {
                guard case .unreachable(let words) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(words.contains("no-such-host.invalid"))
            }
        }

        @Test("a name with several addresses, and IPv6, are reached")
        func names() async throws {
            try await echo.run { port, _ in
                let transport = try await connector.connect(to: .loopback(port, host: "localhost"))
                await transport.close(code: 1000, reason: "")
            }
            try await echo.run({ $0.address = "::1" }) { port, _ in
                let transport = try await connector.connect(to: .loopback(port, host: "[::1]"))
                await transport.close(code: 1000, reason: "")
            }
        }

        @Test("cancelling ends a waiting connect and a waiting receive at once, and the connection survives the latter")
        func cancellation() async throws {
            // Accepts the TCP connection and never answers.
            let silent = try SilentListener()
            // Several times: the one who cancels and the library's thread both have something to say of the end.
            for _ in 0..<50 {
                let attempt = Task { try await connector.connect(to: .loopback(silent.port)) }
                let end = await silent.accepted()
                attempt.cancel()
                await #expect(throws: TransportError.cancelled) { _ = try await attempt.value }
                close(end)
            }

            try await echo.run { port, _ in
                let transport = try await connector.connect(to: .loopback(port))
                let reader = Task { try await transport.receive() }
                reader.cancel()
                await #expect(throws: TransportError.cancelled) { _ = try await reader.value }
                try await transport.send(.text("on we go"))
                #expect(try await transport.receive() == [.text("on we go")])
                await transport.close(code: 1000, reason: "")
            }
        }

        @Test("fifty redials leave no connection, no descriptor and no thread behind")
        func redials() async throws {
            try await echo.run { port, _ in
                let first = try await connector.connect(to: .loopback(port))
                await first.close(code: 1000, reason: "")
                let before = openSockets()
                weak var last: (AnyObject & Transport)?
                for round in 0..<50 {
                    let transport = try await connector.connect(to: .loopback(port))
                    #expect(last == nil)
                    last = transport as? (AnyObject & Transport)
                    #expect(last != nil)
                    // Half are closed properly, half are dropped by the server's end.
                    if round.isMultiple(of: 2) {
                        await transport.close(code: 1000, reason: "")
                    } else {
                        try await transport.send(.text("x"))
                        _ = try await transport.receive()
                    }
                }
                #expect(last == nil)
                // The sockets of dropped transports are closed by the service thread, soon.
                for _ in 0..<200 where openSockets() > before {
                    let probe = try await connector.connect(to: .loopback(port))
                    await probe.close(code: 1000, reason: "")
                }
                #expect(openSockets() <= before)
            }
        }

        private func openSockets() -> Int {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return names.count { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                return target?.hasPrefix("socket:") == true
            }
        }

        @Test("a consumer that sleeps stops the reading, and gets everything in order when it wakes")
        func receiveBackpressure() async throws {
            let count = 200
            let size = 512 << 10
            let server = WebSocketTestServer(onOpen: { peer in
                for index in 0..<count {
                    var bytes = Data(count: size)
                    bytes[0] = UInt8(index)
                    peer.send(.binary(MessageBuffer(copying: bytes)))
                }
            })
            try await server.run { port, webSocketServer in
                let transport = try await connector.connect(to: .loopback(port))
                // Nobody reads: most of the 100 MiB must stay at the server. Its queue shrinks to a standstill.
                var lastQueue = Int.max
                var standstill = 0
                while standstill < 200 {
                    let queue = await server.onPeers(of: webSocketServer) { $0.first?.queuedBytes ?? 0 } ?? 0
                    standstill = queue == lastQueue ? standstill + 1 : 0
                    lastQueue = queue
                }
                #expect(lastQueue > 60 << 20)
                let order = try await transport.receive(count).map { message in
                    guard case .binary(let bytes) = message else { return -1 }
                    return Int(bytes[bytes.startIndex])
                }
                #expect(order == Array(0..<count))
                await transport.close(code: 1000, reason: "")
            }
        }

        @Test("send suspends while the server does not read, and goes on when it does")
        func sendBackpressure() async throws {
            let server = WebSocketTestServer(
                onOpen: { $0.setPaused(true) },
                onMessage: { message, peer in
                    if case .text(let text) = message { peer.send(.text(text)) }
                })
            try await server.run { port, webSocketServer in
                let transport = try await connector.connect(to: .loopback(port))
                let accepted = Counter()
                let writer = Task {
                    for _ in 0..<64 {
                        try await transport.send(.binary(Data(count: 1 << 20)))
                        accepted.add()
                    }
                    try await transport.send(.text("all written"))
                }
                // It must stop by itself: some megabytes fit into the kernel, four into the queue.
                var last = -1
                var standstill = 0
                while standstill < 2_000 {
                    await Task.yield()
                    _ = await server.onPeers(of: webSocketServer) { $0.count }
                    standstill = accepted.value == last ? standstill + 1 : 0
                    last = accepted.value
                }
                #expect(last < 48)
                _ = await server.onPeers(of: webSocketServer) { peers in peers.forEach { $0.setPaused(false) } }
                try await writer.value
                #expect(try await transport.receive() == [.text("all written")])
                await transport.close(code: 1000, reason: "")
            }
        }
    }
#endif
