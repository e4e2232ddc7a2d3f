#if os(Linux)
    import CollabGuest
    import Foundation
    import Testing
    import WebSockets

    @Suite("TLS of the libwebsockets client and server", .timeLimit(.minutes(2)))
    struct WebSocketTLSTests {
        @Test("a server whose authority is trusted is reached, large messages pass both ways")
        func trusted() async throws {
            let authority = try TestAuthority()
            let certificate = try authority.certificate(for: "localhost")
            let echo = WebSocketTestServer(onMessage: { message, peer in peer.send(message) })
            try await echo.run({ $0.certificate = certificate }) { port, _ in
                let connector = WebSocketConnector(certificateAuthorities: authority.file)
                let transport = try await connector.connect(to: .loopback(port, secure: true, host: "localhost"))
                for size in [0, 1, 16_384, 70_000, 3_144_200] {
                    let message = TransportMessage.binary(Data(repeating: 0x3C, count: size))
                    try await transport.send(message)
                    #expect(try await transport.receive() == [message])
                }
                try await transport.ping()
                await transport.close(code: 1000, reason: "")
            }
        }

        @Test("a server whose authority the system does not know is untrusted")
        func untrusted() async throws {
            let authority = try TestAuthority()
            let certificate = try authority.certificate(for: "localhost")
            try await expectUntrusted(certificate, WebSocketConnector(), words: "nobody this machine trusts")
            let other = try TestAuthority()
            try await expectUntrusted(
                certificate, WebSocketConnector(certificateAuthorities: other.file), words: "")
        }

        @Test("a certificate for another host is untrusted, and so is one that has expired")
        func wrongName() async throws {
            let authority = try TestAuthority()
            let connector = WebSocketConnector(certificateAuthorities: authority.file)
            try await expectUntrusted(
                try authority.certificate(for: "relay.example.org"), connector, words: "another name")
            try await expectUntrusted(
                try authority.certificate(for: "localhost", days: -1), connector, words: "has run out")
        }

        @Test("trust in one server does not rub off on the next")
        func noCarryOver() async throws {
            let authority = try TestAuthority()
            let stranger = try TestAuthority()
            let connector = WebSocketConnector(certificateAuthorities: authority.file)
            let echo = WebSocketTestServer(onMessage: { message, peer in peer.send(message) })
            var port = 0
            try await echo.run({ $0.certificate = try? authority.certificate(for: "localhost") }) { first, _ in
                port = first
                let transport = try await connector.connect(to: .loopback(port, secure: true, host: "localhost"))
                await transport.close(code: 1000, reason: "")
            }
            // The same name and port, another key: a session to resume must not stand for the certificate.
            try await expectUntrusted(try stranger.certificate(for: "localhost"), connector, words: "", port: port)
        }

        @Test("plain and secure do not mix, and the sentences say where")
        func mixed() async throws {
            let echo = WebSocketTestServer()
            try await echo.run { port, _ in
                await expectUnreachable(
                    .loopback(port, secure: true, host: "localhost"), saying: "does not answer in TLS")
            }
            let authority = try TestAuthority()
            let certificate = try authority.certificate(for: "localhost")
            try await echo.run({ $0.certificate = certificate }) { port, _ in
                await expectUnreachable(
                    .loopback(port, secure: false, host: "localhost"), saying: "wss:// instead of ws://")
            }
        }

        @Test("a server without readable certificate files says which")
        func missingFiles() async throws {
            var options = WebSocketServer.Options()
            options.certificate = .init(chainFile: "/nonexistent/chain.pem", keyFile: "/nonexistent/key.pem")
            let server = WebSocketServer(options: options, delegate: WebSocketTestServer())
            await #expect(throws: WebSocketError.unavailable("The TLS file /nonexistent/chain.pem cannot be read.")) {
                _ = try await server.start()
            }
        }

        private func expectUntrusted(
            _ certificate: WebSocketServer.Options.Certificate, _ connector: WebSocketConnector, words: String,
            port: Int = 0
        ) async throws {
            let server = WebSocketTestServer()
            try await server.run({
                $0.certificate = certificate
                $0.port = port
            }) { port, _ in
                do throws(TransportError) {
                    _ = try await connector.connect(to: .loopback(port, secure: true, host: "localhost"))
                    Issue.record("a certificate that must not be trusted was")
                } catch {
                    guard case .untrusted(let sentence) = error else {
                        Issue.record("\(error)")
                        return
                    }
                    // Plain words first, then OpenSSL's own.
                    #expect(sentence.hasPrefix("The certificate") && sentence.hasSuffix(")"), "\(sentence)")
                    #expect(sentence.contains("localhost") && (words.isEmpty || sentence.contains(words)))
                }
            }
        }

        private func expectUnreachable(_ endpoint: Endpoint, saying words: String) async {
            do throws(TransportError) {
                _ = try await WebSocketConnector().connect(to: endpoint)
                Issue.record("connected to \(endpoint)")
            } catch {
                guard case .unreachable(let sentence) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(sentence.contains("localhost") && sentence.contains(words), "\(sentence)")
            }
        }
    }

    /// A certificate authority in a temporary folder, made with the `openssl` command.
    final class TestAuthority: Sendable {
        private let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try openssl(
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", "/CN=Test authority", "-keyout", "ca.key", "-out", "ca.pem")
        }

        deinit {
            // A folder that stays behind in the temporary directory is no reason to fail.
            try? FileManager.default.removeItem(at: folder)
        }

        /// The authority's own certificate, to be trusted.
        var file: String { path("ca.pem") }

        /// A server certificate for a name; `days` below zero makes one that has expired.
        func certificate(for name: String, days: Int = 2) throws -> WebSocketServer.Options.Certificate {
            try openssl(
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)",
                "-keyout", "\(name).key", "-out", "\(name).csr")
            try Data("subjectAltName=DNS:\(name)\n".utf8).write(to: folder.appending(path: "\(name).ext"))
            try openssl(
                "x509", "-req", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-days", String(days), "-extfile", "\(name).ext", "-out", "\(name).pem")
            return .init(chainFile: path("\(name).pem"), keyFile: path("\(name).key"))
        }

        private func path(_ name: String) -> String { folder.appending(path: name).path }

        private func openssl(_ arguments: String...) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["openssl"] + arguments
            process.currentDirectoryURL = folder
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "openssl \(arguments.joined(separator: " "))")
        }
    }
#endif
