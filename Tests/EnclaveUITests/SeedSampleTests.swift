import CollabWire
import EnclaveModel
import EnclaveUI
import SwiftUI
import Testing
import Transcript

/// The seed's own sample (feature A5): it must go on compiling as written.
private struct SeedSample: View {
    let live: SessionVM
    let seed: [UITurn]

    var body: some View { EditorView(live: live, seed: seed) }
}

@Suite("The seed's API")
@MainActor
struct SeedSampleTests {
    @Test("A client joins by a link, gives turns, sends and aborts")
    func client() throws {
        let link = "localhost:7/r/abcdefghijkl.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh_w8fLz9PX29_j5-vv8_f7_"
        let client = try #require(GuestClient(link: "ws://" + link, name: "Ada"))
        let turns: [UITurn] = client.turns
        #expect(turns.isEmpty)
        client.sendPrompt("Run the tests again")
        client.sendAbort()
        client.stop()
        #expect(GuestClient(link: "no link", name: "Ada") == nil)

        let key = try #require(RoomKey(rawValue: String(repeating: "0", count: 64)))
        let sample = SeedSample(live: SessionVM(id: key, client: client), seed: turns)
        #expect(sample.seed.isEmpty)
    }
}
