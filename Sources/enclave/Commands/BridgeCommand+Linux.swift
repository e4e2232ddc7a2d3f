#if os(Linux)
    import EnclaveBridge
    import EnclaveContracts
    import Foundation

    extension BridgeCommand {
        static func perform(
            _ action: Action, _ arguments: Arguments, _ context: EnclaveCommand.Context
        ) async throws -> ExitCode {
            do {
                let config = try await configuration(arguments, context.console)
                switch action {
                case .run: return try await serve(config, context)
                case .check: return try await check(config, arguments, context.console)
                case .devices: return try await devices(config, arguments, context.console)
                case .pair: return try await pair(config, arguments, context.console)
                case .revoke: return try await revoke(config, arguments, context.console)
                }
            } catch let error as BridgeConfigError {
                throw CommandFailure(.failure, error.description)
            } catch let error as StoreError {
                throw CommandFailure(.failure, error.description)
            } catch let error as PairingError {
                throw CommandFailure(.failure, error.description)
            }
        }

        private static func configuration(_ arguments: Arguments, _ console: Console) async throws -> BridgeConfig {
            let environment = console.environment
            guard let path = arguments.value("--config") ?? environment[BridgeConfig.fileVariable] else {
                throw UsageError("no configuration: give --config FILE or \(BridgeConfig.fileVariable)", spec: spec)
            }
            guard path == "-" else { return try BridgeConfig.load(path, environment: environment) }
            var text = ""
            while let line = try await console.readLine() { text += line + "\n" }
            return try BridgeConfig(json: Data(text.utf8), folder: "", environment: environment)
        }

        private static func serve(_ config: BridgeConfig, _ context: EnclaveCommand.Context) async throws -> ExitCode {
            let console = context.console
            let bridge = try Bridge(
                config,
                Bridge.Surroundings(connector: context.connector, writeLog: { line in console.complain(line) }))
            let ports = try await bridge.start()
            if let port = ports.status { console.print("status at http://127.0.0.1:\(port)") }
            if let port = ports.renewals { console.print("renewals at port \(port)") }
            console.print("bridge runs")
            // Until a signal ends the command: then what is under way is finished and the leases are given back.
            await Interruption.wait()
            await bridge.stop()
            return .ok
        }

        private static func check(
            _ config: BridgeConfig, _ arguments: Arguments, _ console: Console
        ) async throws -> ExitCode {
            let findings = await BridgeCheck(config).run(testPush: arguments.value("--test-push"))
            for finding in findings {
                let mark =
                    switch finding.verdict {
                    case .good: "ok  "
                    case .poor: "poor"
                    case .bad: "BAD "
                    }
                if arguments.has("--json") {
                    console.print(
                        try line([
                            "subject": finding.subject, "verdict": finding.verdict.rawValue, "words": finding.words,
                        ]))
                } else {
                    console.print("\(mark)  \(finding.subject): \(finding.words)")
                }
            }
            return findings.contains { $0.verdict == .bad } ? .failure : .ok
        }

        private static func devices(
            _ config: BridgeConfig, _ arguments: Arguments, _ console: Console
        ) async throws -> ExitCode {
            let registry = try await DeviceRegistry(config)
            defer { registry.close() }
            let devices = try await registry.devices()
            if devices.isEmpty {
                console.say("No device is paired. enclave bridge pair takes the code that the app shows.")
            }
            for device in devices { console.print(try words(device, arguments)) }
            // Each once, however many devices it holds for.
            for obstacle in Set(devices.compactMap(\.obstacle)).sorted() {
                console.say("Not told: \(obstacle)")
            }
            return .ok
        }

        private static func pair(
            _ config: BridgeConfig, _ arguments: Arguments, _ console: Console
        ) async throws -> ExitCode {
            if console.inputIsTerminal { console.say("Paste the pairing code or the renewal that the app shows:") }
            var text = ""
            while let line = try await console.readLine() {
                text += line
                // A code ends with its line, unless a narrow window broke it: then the rest follows.
                if console.inputIsTerminal, isWhole(text) { break }
            }
            let registry = try await DeviceRegistry(config)
            defer { registry.close() }
            guard let device = try await registry.pair(text) else {
                throw CommandFailure(
                    .failure, "a newer code of this device is known already, or a renewal's device is not paired")
            }
            console.print(try words(device, arguments))
            if let obstacle = device.obstacle {
                console.say("\(device.name.printable) is kept, but gets no pushes. \(obstacle)")
            }
            tellAddress(config, arguments, console)
            return .ok
        }

        /// Where the app sends renewals from now on; for the eye and the camera, so not among what a script reads.
        private static func tellAddress(_ config: BridgeConfig, _ arguments: Arguments, _ console: Console) {
            guard let address = config.renewalAddress?.text, !arguments.has("--json") else { return }
            console.print("bridge address  \(address)")
            if console.isTerminal, let code = QRCode.lines(address, colour: console.hasColour(nil)) {
                for line in code { console.print(line) }
            }
            console.say(
                "Enter it in the app, or scan it there: Settings, Notifications, Push bridge, Bridge address.")
        }

        private static func isWhole(_ text: String) -> Bool {
            if PairingRenewal(parsing: text) != nil { return true }
            do {
                _ = try PairingCode(parsing: text)
                return true
            } catch {
                return false
            }
        }

        private static func revoke(
            _ config: BridgeConfig, _ arguments: Arguments, _ console: Console
        ) async throws -> ExitCode {
            guard arguments.positionals.count > 1 else {
                throw UsageError("revoke needs a device's name or tag", spec: spec)
            }
            let registry = try await DeviceRegistry(config)
            defer { registry.close() }
            guard let device = try await registry.revoke(arguments.positionals[1]) else {
                throw CommandFailure(
                    .failure, "no device is called so, or more than one is; enclave bridge devices lists them")
            }
            console.print("forgotten: \(device.name.printable)")
            return .ok
        }

        private static func words(_ device: DeviceRegistry.Device, _ arguments: Arguments) throws -> String {
            let state = device.disabled.map { "given up: \($0)" } ?? (device.obstacle == nil ? "in use" : "not told")
            if arguments.has("--json") {
                return try line([
                    "tag": device.tag, "name": device.name, "environment": device.environment ?? "",
                    "wishes": device.wishes, "state": state,
                ])
            }
            let push = device.environment ?? "no push token"
            return "\(device.tag.prefix(8))  \(device.name.printable)  \(push)  \(device.wishes)  \(state)"
        }

        private static func line(_ fields: [String: String]) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(fields), as: UTF8.self)
        }
    }
#endif
