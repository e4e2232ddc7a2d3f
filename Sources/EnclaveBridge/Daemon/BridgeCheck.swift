import Crypto
import EnclaveContracts
import Foundation

/// `enclave bridge check`: whether a bridge that is set up like this would work, piece by piece.
public struct BridgeCheck: Sendable {
    /// One piece.
    public struct Finding: Sendable, Hashable {
        /// Whether it works.
        public enum Verdict: String, Sendable, Hashable { case good, poor, bad }

        /// What was looked at.
        public var subject: String
        /// Whether it works.
        public var verdict: Verdict
        /// What was found, in a sentence.
        public var words: String
    }

    private let config: BridgeConfig
    private let wall: @Sendable () -> Int

    /// A check of a configuration that could be read.
    public init(
        _ config: BridgeConfig, wall: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1_000) }
    ) {
        self.config = config
        self.wall = wall
    }

    /// Looks at everything; joins no room and leaves no file behind.
    /// - Parameter device: the tag's beginning or the name of a device to send a real test push to.
    public func run(testPush device: String? = nil) async -> [Finding] {
        var findings = [rooms()] + folder()
        let (registry, devices) = await self.registry()
        findings.append(registry)
        if let account = config.account {
            findings += await push(account, devices: devices, testPush: device)
        } else {
            let unheard = devices.count { $0.disabled == nil }
            if unheard > 0 {
                let words =
                    "\(unheard == 1 ? "One device is paired but gets" : "\(unheard) devices are paired but get") no "
                    + "pushes. Fill in apns, or forget them: enclave bridge revoke."
                findings.append(Finding(subject: "apns", verdict: .poor, words: words))
            } else if !config.sinks.isEmpty {
                findings.append(
                    Finding(subject: "apns", verdict: .good, words: "No developer account: devices get no pushes."))
            }
            if device != nil {
                findings.append(
                    Finding(
                        subject: "test push", verdict: .bad,
                        words: "A push needs a developer account's key: fill in apns."))
            }
        }
        if config.account == nil, config.sinks.isEmpty {
            findings.append(
                Finding(
                    subject: "targets", verdict: .bad,
                    words: "Neither APNs nor another sink: nobody would be told. Fill in apns or sinks."))
        }
        return findings + renewals() + config.sinks.map(Self.sink)
    }

    /// Whether devices can tell of new tokens by themselves: their Live Activities cannot be updated from afar otherwise.
    private func renewals() -> [Finding] {
        guard config.account != nil || config.renewals != nil else { return [] }
        func found(_ verdict: Finding.Verdict, _ words: String) -> [Finding] {
            [Finding(subject: "renewals", verdict: verdict, words: words)]
        }
        guard let listen = config.renewals else {
            return found(
                .poor, "Not taken: each new push token is copied by hand (enclave bridge pair). Fill in renewals.")
        }
        guard let address = config.renewalAddress else {
            return found(
                .poor, "Taken at port \(listen.port), but devices are not told where. Fill in renewals.url.")
        }
        // The host alone: a path may be nobody else's business.
        let place = address.host
        guard address.isSecure else {
            return found(
                .poor, "Taken at port \(listen.port) from this machine only: \(place) is not reached by a phone.")
        }
        return found(
            .good,
            "Taken at port \(listen.port); devices send them to \(place), where a proxy must speak TLS. Not tried here."
        )
    }

    private func rooms() -> Finding {
        let views = config.rooms.count { $0.link.access == .view }
        let subject = "rooms"
        guard !config.rooms.isEmpty else {
            return Finding(subject: subject, verdict: .bad, words: BridgeConfigError.noRooms.description)
        }
        let count = config.rooms.count == 1 ? "1 room" : "\(config.rooms.count) rooms"
        let words =
            switch views {
            case 0: "\(count), with full links (questions and ends)."
            case config.rooms.count: "\(count), with view links (ends only)."
            default: "\(count), \(views) of them with a view link (ends only)."
            }
        return Finding(subject: subject, verdict: .good, words: words)
    }

    // MARK: The state folder

    /// Nothing when everything is elsewhere: in a database, with the key in a file of its own.
    private func folder() -> [Finding] {
        guard config.database == nil || config.stateKey == nil else { return [] }
        func found(_ verdict: Finding.Verdict, _ words: String) -> [Finding] {
            [Finding(subject: "state folder", verdict: verdict, words: words)]
        }
        let path = config.state
        if let obstacle = StateFolder.obstacle(path) {
            return found(
                .bad,
                "\(obstacle.description) Name another folder in the configuration (state), or make it for this user.")
        }
        var status = stat()
        guard stat(path, &status) == 0 else {
            return found(.good, "\(path) is not there yet: the first run or pairing makes it.")
        }
        guard status.st_uid == geteuid() else {
            return found(.poor, "\(path) belongs to another user. Give the bridge a folder of its own (state).")
        }
        let others = status.st_mode & 0o077
        guard others == 0 else {
            let isChangeable = others & 0o022 != 0
            return found(
                isChangeable ? .bad : .poor,
                "\(path) can be \(isChangeable ? "changed" : "looked into") by others. Run: chmod 700 \(path)")
        }
        // The service that is looked at runs, as it should.
        let use = config.database == nil && StateFolder.isInUse(path) ? " A bridge works on it; no second one can." : ""
        return found(.good, "\(path) is this user's alone.\(use)")
    }

    // MARK: The registry

    private func registry() async -> (Finding, [RegisteredDevice]) {
        func found(_ verdict: Finding.Verdict, _ words: String) -> Finding {
            Finding(subject: "registry", verdict: verdict, words: words)
        }
        do {
            let file = config.database == nil ? StateFolder.registry(in: config.state) : nil
            if let file, !FileManager.default.fileExists(atPath: file) {
                if let obstacle = StateFolder.obstacle(config.state) { return (found(.bad, obstacle.description), []) }
                return (found(.good, "There is none yet: the first run or pairing makes it in \(config.state)."), [])
            }
            guard FileManager.default.fileExists(atPath: config.stateKeyFile) else {
                let words =
                    file == nil
                    ? "There is no state key at \(config.stateKeyFile): give every bridge the same one."
                    : "The registry is there, but not its state key, \(config.stateKeyFile)."
                return (found(.bad, words), [])
            }
            let store = Bridge.store(config, key: try StateKey.load(config.stateKeyFile), wall: wall)
            defer { store.close() }
            guard try await store.inspect() > 0 else {
                return (found(.good, "The database answers; the first run or pairing makes the tables."), [])
            }
            let devices = try await store.devices()
            let away = abs(try await store.now() - wall())
            if away > 5_000 {
                let words = "This machine's clock and the database's are \(away / 1_000) s apart."
                return (found(.poor, words), devices)
            }
            let active = devices.count { $0.disabled == nil && $0.code.push != nil && config.account != nil }
            let words =
                switch devices.count {
                case 0: "It opens; no device is paired."
                case 1: "It opens; one device is paired" + (active == 1 ? "." : ", and gets no pushes.")
                default: "It opens; \(devices.count) devices are paired, \(active) of them pushed to."
                }
            return (found(.good, words), devices)
        } catch let error as BridgeConfigError {
            return (found(.bad, error.description), [])
        } catch let error as StoreError {
            return (found(.bad, error.description), [])
        } catch {
            return (found(.bad, "It cannot be opened."), [])
        }
    }

    // MARK: Other sinks

    /// What can be said of a sink without telling it anything: nobody's phone should ring for a check.
    private static func sink(_ sink: BridgeConfig.SinkConfig) -> Finding {
        let subject = "sink \(sink.name)"
        switch sink.kind {
        case .webhook(let url, _), .ntfy(let url, _):
            // The host alone: an ntfy topic is a secret, and so may the path of a webhook be.
            let host = URLComponents(string: url)?.host ?? ""
            return Finding(subject: subject, verdict: .good, words: "Posts to \(host); not tried here.")
        case .command(let command):
            return program(command.first ?? "", subject, "Install it, or name another one (command).")
        case .desktop(let program):
            return self.program(
                program, subject, "Install it: apt install libnotify-bin (Debian), dnf install libnotify (Fedora).")
        }
    }

    /// - Parameter remedy: what to do when there is no such program. The bridge runs without it, and tells the others.
    private static func program(_ path: String, _ subject: String, _ remedy: String) -> Finding {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if isThere, isFolder.boolValue {
            return Finding(
                subject: subject, verdict: .poor,
                words: "\(path) is a folder, no program. Name the program itself (command).")
        }
        if isThere, FileManager.default.isExecutableFile(atPath: path) {
            return Finding(subject: subject, verdict: .good, words: "Runs \(path).")
        }
        return Finding(
            subject: subject, verdict: .poor,
            words: isThere
                ? "\(path) is not executable for this user. Run: chmod +x \(path)"
                : "There is no program \(path): nothing arrives here. \(remedy)")
    }

    // MARK: APNs

    private func push(
        _ account: BridgeConfig.Account, devices: [RegisteredDevice], testPush: String?
    ) async -> [Finding] {
        let key: ProviderToken.Account
        let http: CurlClient
        do {
            key = try Bridge.account(account)
            http = try CurlClient(trustFile: account.trustFile)
        } catch let error as BridgeConfigError {
            return [Finding(subject: "apns key", verdict: .bad, words: error.description)]
        } catch {
            return [Finding(subject: "apns key", verdict: .bad, words: "libcurl could not be started.")]
        }
        defer { http.close() }
        var findings = [Finding(subject: "apns key", verdict: .good, words: "It is a key for P-256.")]
        let seconds: @Sendable () -> Int = { [wall] in wall() / 1_000 }
        let used = Set(devices.compactMap { $0.disabled == nil ? $0.code.push?.environment : nil })
        for environment in PairingCode.Environment.allCases where used.isEmpty || used.contains(environment) {
            let client = APNsClient(
                origin: account.origin ?? APNsClient.origin(environment), account: key, http: http, clock: seconds)
            findings.append(await reach(client, environment, isUsed: !used.isEmpty))
        }
        if let testPush {
            guard
                let device = devices.first(where: { $0.tag.hasPrefix(testPush) || $0.code.name == testPush }),
                let address = device.code.push
            else {
                findings.append(Finding(subject: "test push", verdict: .bad, words: Self.unknownDevice))
                return findings
            }
            let client = APNsClient(
                origin: account.origin ?? APNsClient.origin(address.environment), account: key, http: http,
                clock: seconds)
            findings.append(await test(client, device, address))
        }
        return findings
    }

    private static let unknownDevice = "No device with a push token is called so; enclave bridge devices lists them."

    /// A push to a token that cannot exist: Apple's answer tells whether key and clock are right.
    private func reach(
        _ client: APNsClient, _ environment: PairingCode.Environment, isUsed: Bool
    ) async -> Finding {
        let probe = APNsPush(
            kind: .background, deviceToken: String(repeating: "00", count: 32), bundleId: "app.enclave.check",
            id: UUID().uuidString.lowercased(), body: Data("{\"aps\":{\"content-available\":1}}".utf8), priority: 5,
            expiration: 0, collapseId: nil)
        let subject = "apns \(environment.rawValue)"
        switch await client.send(probe) {
        case .reply(.badToken, _), .reply(.accepted, _), .reply(.deviceGone, _):
            return Finding(subject: subject, verdict: .good, words: "Apple answers and accepts the key.")
        case .reply(.tokenExpired, _):
            return Finding(
                subject: subject, verdict: .bad,
                words: "Apple calls a fresh token expired: this machine's clock is wrong.")
        case .reply(.refusedProvider(let reason), _)
        where [APNsReply.badEnvironmentKey, "BadEnvironmentKeyIdInToken"].contains(reason):
            // Devices of one environment need no key for the other.
            return Finding(
                subject: subject, verdict: isUsed ? .bad : .poor,
                words: "The key is for the other environment only: make one for both, or for this one.")
        case .reply(let reply, _):
            let isOurs = if case .refusedProvider(let reason) = reply { !reason.contains("Topic") } else { false }
            return Finding(
                subject: subject, verdict: isOurs ? .bad : .good,
                words: isOurs
                    ? "Apple refuses the key (\(reply.word)): look at keyFile, keyId and teamId."
                    : "Apple answers (\(reply.word)).")
        case .noAnswer:
            return Finding(subject: subject, verdict: .bad, words: "Apple cannot be reached on port 443 with HTTP/2.")
        }
    }

    private func test(_ client: APNsClient, _ device: RegisteredDevice, _ address: PairingCode.Push) async -> Finding {
        do {
            let payload = AlertPayload(room: String(repeating: "0", count: 64), reason: .turnEnded)
            let text = AlertText(title: "Enclave", body: "This is a test of the bridge. It works.")
            let sealed = try text.sealed(into: payload, for: device.code.publicKey())
            let push = APNsPush(
                kind: .alert, deviceToken: address.token, bundleId: address.bundleId,
                id: UUID().uuidString.lowercased(),
                body: try PushPayload.alert(sealed, badge: nil, loudness: .active), priority: 10,
                expiration: wall() / 1_000 + 600, collapseId: try sealed.collapseId())
            switch await client.send(push) {
            case .reply(.accepted, _):
                return Finding(subject: "test push", verdict: .good, words: "Apple has it; look at the device.")
            case .reply(let reply, _):
                return Finding(subject: "test push", verdict: .bad, words: "Apple refused it (\(reply.word)).")
            case .noAnswer: return Finding(subject: "test push", verdict: .bad, words: "Apple did not answer.")
            }
        } catch {
            return Finding(subject: "test push", verdict: .bad, words: "The push could not be made.")
        }
    }
}
