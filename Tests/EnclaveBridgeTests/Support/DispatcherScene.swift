import CollabGuest
import CollabTesting
import EnclaveContracts
import Foundation

@testable import EnclaveBridge

/// A registry with one open question, and what carries it to devices.
struct DispatcherScene {
    let stage: BridgeStage
    let store: BridgeStore
    let dispatcher: Dispatcher
    let metrics = BridgeMetrics()
    static let now = 1_800_000_000_000

    /// - Parameter age: how long the question has been open, milliseconds.
    init(_ codes: [PairingCode], _ http: any HTTPExchange, age: Int = 0) async throws {
        stage = try BridgeStage()
        store = BridgeStore.sqlite(
            path: stage.folder.appending(path: "registry.sqlite").path,
            key: try StateKey([UInt8](repeating: 7, count: 32)), isDurable: false, clock: { Self.now })
        try await store.prepare()
        for code in codes { _ = try await store.register(code) }
        _ = try await store.lease(worker: "w", rooms: ["room"])
        let audience = Audience()
        let listeners = try await store.devices().map {
            Listener(target: $0.tag, wishes: $0.code.wishes, kind: .device($0))
        }
        _ = audience.replace(listeners)
        let account = ProviderToken.Account(key: stage.account, keyId: "ABCDE12345", teamId: "TEAM123456")
        var apns: [PairingCode.Environment: APNsClient] = [:]
        for environment in PairingCode.Environment.allCases {
            apns[environment] = APNsClient(
                origin: APNsClient.origin(environment), account: account, http: http,
                clock: { Self.now / 1_000 })
        }
        dispatcher = Dispatcher(
            Dispatcher.Tools(
                store: store, worker: "w", clock: ManualClock(), random: SeededRandom(seed: 1), audience: audience,
                apns: apns, sinks: [:], log: BridgeLog(write: { _ in }), metrics: metrics, wall: { Self.now + age },
                devicesChanged: {}))
        let facts = AlertFacts(
            reason: .ask, askId: "1", title: "harbour", text: "Ready?", options: [], wantsText: false,
            subject: ["ask", "s", "1"], isOnceOnly: false)
        let drafts = try listeners.map { DeliveryDraft(target: $0.target, body: try $0.body(facts, room: "room")) }
        _ = try await store.open(
            AlertDraft(room: "room", subject: "subject", reason: "ask", isOnceOnly: false), targets: drafts,
            worker: "w")
    }

    /// One that has told what it could.
    static func finished(
        _ codes: [PairingCode], _ http: any HTTPExchange, age: Int = 0
    ) async throws -> DispatcherScene {
        let scene = try await DispatcherScene(codes, http, age: age)
        await scene.dispatcher.wake()
        // Until what was under way is noted.
        await scene.dispatcher.stop(grace: .seconds(60))
        return scene
    }
}
