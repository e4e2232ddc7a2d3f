import CollabGuest
import CollabTesting
import Crypto
import EnclaveAlerts
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveModel

private struct HalfRandom: RandomSource {
    func unit() -> Double { 0.5 }
}

@Suite("Renewals that go by themselves")
@MainActor
struct RenewalControllerTests {
    private let clock = ManualClock()
    private let folder = TemporaryFolder()
    private let keychain = MemoryKeychain()
    private let preferences = AttentionPreferences(files: nil)
    private let token = Data(repeating: 7, count: 32)
    private let date = Date(timeIntervalSince1970: 5_000)

    private func registration() -> PushRegistration {
        PushRegistration(
            keys: DeviceKeyStore(keychain: keychain, accessGroup: nil),
            files: PrivateFiles(folder: folder.url, protection: .afterFirstUnlock), bundleId: "xyz.epsilver.enclave",
            environment: .sandbox, name: "phone")
    }

    private func controller(_ push: PushRegistration, _ bridge: FakeBridge) -> RenewalController {
        RenewalController(
            push: push, preferences: preferences, sender: bridge, clock: clock, now: { date }, random: HalfRandom())
    }

    /// A device that is paired, knows where its bridge is, and has been launched.
    private func paired() async throws -> (PushRegistration, FakeBridge, RenewalController) {
        let push = registration()
        push.tokenArrived(token)
        let bridge = FakeBridge()
        await bridge.pair(try PairingCode(parsing: try push.pairingCode(wishes: preferences.wishes)))
        push.choose(address: try BridgeAddress(parsing: "wss://bridge.example.org/harbour"))
        let renewals = controller(push, bridge)
        renewals.launch()
        await pass(10)
        return (push, bridge, renewals)
    }

    /// Lets time pass, and whoever it wakes do their work.
    private func pass(_ milliseconds: Double) async {
        let end = clock.now() + milliseconds
        repeat {
            for _ in 0..<20 { await Task.detached(priority: .background) {}.value }
            await clock.advance(by: min(500, end - clock.now()), patience: 5)
        } while clock.now() < end
        for _ in 0..<20 { await Task.detached(priority: .background) {}.value }
    }

    @Test("Rotated tokens, new activities and changed wishes go in one renewal, which settles them")
    func merged() async throws {
        let (push, bridge, renewals) = try await paired()
        #expect(renewals.standing == .current(since: nil))
        push.tokenArrived(Data(repeating: 8, count: 32))
        await pass(500)
        #expect(renewals.standing == .sending)
        push.activitiesChanged([.init(room: "r", token: "0102030405060708")], start: Data(repeating: 9, count: 32))
        preferences.choices.attention.privacy = .preview
        await pass(3_000)
        let known = await bridge.known
        #expect(known.count == 1)
        #expect(known.first?.push?.token.hasPrefix("0808") == true)
        #expect(known.first?.push?.startToken?.hasPrefix("0909") == true)
        #expect(known.first?.activities.map(\.token) == ["0102030405060708"])
        #expect(known.first?.wishes.privacy == .preview)
        #expect(await bridge.places == ["wss://bridge.example.org/harbour/v1/renew"])
        #expect(renewals.standing == .current(since: date))
        await pass(60_000)
        #expect(await bridge.count == 1)
    }

    @Test("What changes while a renewal is under way goes in the next one, not beside it")
    func meanwhile() async throws {
        let (push, bridge, renewals) = try await paired()
        await bridge.hold()
        push.tokenArrived(Data(repeating: 8, count: 32))
        await pass(3_000)
        push.tokenArrived(Data(repeating: 9, count: 32))
        await pass(10_000)
        #expect(await bridge.count == 1)
        await bridge.release()
        await pass(1_000)
        #expect(renewals.standing == .sending)
        await pass(2_000)
        #expect(await bridge.known.map { $0.push?.token.prefix(2) } == ["08", "09"])
        #expect(renewals.standing == .current(since: date))
    }

    @Test("Nothing goes without an address, before the first pairing, or before Apple's token of this launch")
    func nothing() async throws {
        let push = registration()
        push.tokenArrived(token)
        let bridge = FakeBridge()
        await bridge.pair(try PairingCode(parsing: try registration().pairingCode(wishes: preferences.wishes)))
        let renewals = controller(push, bridge)
        renewals.launch()
        push.choose(address: try BridgeAddress(parsing: "wss://bridge.example.org"))
        await pass(20_000)
        #expect(renewals.standing == .off)
        _ = try push.pairingCode(wishes: preferences.wishes)
        push.choose(address: nil)
        push.tokenArrived(Data(repeating: 8, count: 32))
        await pass(20_000)
        #expect(renewals.standing == .off)
        push.choose(address: try BridgeAddress(parsing: "wss://bridge.example.org"))
        await pass(3_000)
        #expect(await bridge.count == 1)

        // The next launch: the token comes late, and is the known one.
        let again = registration()
        let later = controller(again, bridge)
        later.launch()
        await pass(20_000)
        #expect(later.standing == .off && again.standing(wishes: preferences.wishes) == .outdated)
        again.tokenArrived(Data(repeating: 8, count: 32))
        await pass(5_000)
        #expect(later.standing == .current(since: date))
        #expect(await bridge.count == 1)
    }

    @Test("A failure is tried again, at once when the app comes to the front or the person says so")
    func failures() async throws {
        let (push, bridge, renewals) = try await paired()
        await bridge.answer(.failure(.unreachable), .failure(.late), .failure(.hungUp))
        push.tokenArrived(Data(repeating: 8, count: 32))
        await pass(2_500)
        #expect(renewals.standing == .failed(.unreachable))
        await pass(4_000)
        #expect(await bridge.count == 1)
        await pass(1_500)
        #expect(await bridge.count == 2)
        #expect(renewals.standing == .failed(.late))
        renewals.becameActive()
        await pass(10)
        #expect(await bridge.count == 3)
        #expect(renewals.standing == .failed(.hungUp))
        renewals.tryNow()
        await pass(10)
        #expect(await bridge.known.map(\.serial) == [2, 3, 4, 5])
        #expect(renewals.standing == .current(since: date))
    }

    @Test("What is gathered goes when the app leaves the foreground")
    func leaving() async throws {
        let (push, bridge, renewals) = try await paired()
        push.tokenArrived(Data(repeating: 8, count: 32))
        await pass(100)
        // Just launched: the system may have more to say.
        renewals.resignActive()
        renewals.becameActive()
        await pass(10)
        #expect(await bridge.count == 0)
        await pass(3_000)
        #expect(await bridge.count == 1)
        push.tokenArrived(Data(repeating: 9, count: 32))
        await pass(100)
        renewals.resignActive()
        await pass(10)
        #expect(await bridge.count == 2)
    }

    @Test("A refusal stops it over launches, until the device is paired anew")
    func refused() async throws {
        let (push, bridge, renewals) = try await paired()
        await bridge.answer(.success(.refused))
        push.tokenArrived(Data(repeating: 8, count: 32))
        await pass(3_000)
        #expect(renewals.standing == .refused)
        push.tokenArrived(Data(repeating: 9, count: 32))
        renewals.becameActive()
        await pass(60_000)
        #expect(await bridge.count == 1)

        let again = registration()
        again.tokenArrived(Data(repeating: 9, count: 32))
        let later = controller(again, bridge)
        later.launch()
        later.becameActive()
        await pass(60_000)
        #expect(later.standing == .refused)
        _ = try again.pairingCode(wishes: preferences.wishes)
        await pass(3_000)
        #expect(later.standing == .current(since: nil))
        again.tokenArrived(Data(repeating: 8, count: 32))
        await pass(3_000)
        #expect(later.standing == .current(since: date))
        #expect(await bridge.count == 2)
    }

    @Test("A code that is made while a renewal is under way outdates its answer, and so does another address")
    func overtaken() async throws {
        let (push, bridge, renewals) = try await paired()
        await bridge.hold()
        await bridge.answer(.success(.refused), .success(.taken))
        push.tokenArrived(Data(repeating: 8, count: 32))
        await pass(3_000)
        _ = try push.pairingCode(wishes: preferences.wishes)
        await bridge.release()
        await pass(3_000)
        #expect(renewals.standing == .current(since: nil) && !push.isRefused)

        await bridge.hold()
        push.tokenArrived(Data(repeating: 9, count: 32))
        await pass(3_000)
        push.choose(address: try BridgeAddress(parsing: "wss://other.example.org"))
        await bridge.release()
        await pass(500)
        #expect(push.standing(wishes: preferences.wishes) == .outdated)
        await pass(3_000)
        #expect(await bridge.places.last == "wss://other.example.org/v1/renew")
        #expect(renewals.standing == .current(since: date))
    }

    @Test("A number is kept before it is sent, and nothing is sent when it cannot be")
    func numbers() async throws {
        let (push, bridge, renewals) = try await paired()
        await bridge.hold()
        push.tokenArrived(Data(repeating: 8, count: 32))
        await pass(3_000)
        let sent = try #require(await bridge.known.last)
        let next = try PairingCode(parsing: try registration().pairingCode(wishes: preferences.wishes))
        #expect(next.serial == sent.serial + 1)
        await bridge.release()
        await pass(10)

        // A file in the folder's place: nothing can be written any more.
        try FileManager.default.removeItem(at: folder.url)
        try Data().write(to: folder.url)
        push.tokenArrived(Data(repeating: 9, count: 32))
        await pass(3_000)
        #expect(await bridge.count == 1)
        guard case .failed(.notMade) = renewals.standing else {
            Issue.record("\(renewals.standing)")
            return
        }
    }

    @Test("The address outlives the process, and goes with the bridge that is forgotten")
    func address() throws {
        let push = registration()
        _ = try push.pairingCode(wishes: preferences.wishes)
        let address = try BridgeAddress(parsing: "wss://bridge.example.org")
        push.choose(address: address)
        #expect(registration().address == address)
        push.reset()
        #expect(push.address == nil && registration().address == nil)
    }
}
