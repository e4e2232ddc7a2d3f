import CollabWire
import EnclaveFixtures
import EnclaveModel
import SwiftUI
import Testing

@Suite("What Trust says of the seal", .serialized)
@MainActor
struct SealFactsTests {
    @Test("The fingerprint is the link's, read digit by digit; frames that nobody saw are counted as they come")
    func seal() async throws {
        let (stage, host) = try await Fixture.byHand()
        let session = try await Fixture.live(stage, host)
        stage.app.tab = .trust
        let screen = await Screen(stage)
        let print = try RoomFingerprint(FixtureRoom(name: "harbour", title: nil, host: .nobody).link().secret)
        #expect(session.client.fingerprint == print)
        #expect(screen.shows(print.inHalves))
        #expect(print.inHalves.split(separator: " ").map { $0.split(separator: "\u{a0}").count } == [3, 3])
        #expect(print.inHalves.replacing("\u{a0}", with: " ") == print.description)
        #expect(screen.driver.find("fact-fingerprint")?.label == print.spelled)
        #expect(screen.driver.find("fact-replayed")?.label == "0")

        try host.deliverTwice(HandHost.stateFrame())
        try await screen.run("a replay") { session.client.counters.replayed == 1 }
        try host.deliver(#"{"t":"state","state":5}"#)
        try await screen.run("something unreadable") { session.client.counters.refused == 1 }
        #expect(screen.driver.find("fact-replayed")?.label == "1")
        #expect(screen.driver.find("fact-refused")?.label == "1")
        try await stage.close()
    }
}
