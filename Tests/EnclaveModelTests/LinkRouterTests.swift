import CollabWire
import EnclaveContracts
import EnclaveModel
import Foundation
import Testing

@Suite("Links that arrive")
@MainActor
struct LinkRouterTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test("A link that comes before the first screen is delivered once, when there is one")
    func cold() throws {
        let router = LinkRouter()
        router.receive(try url("enclave://join/#\(Samples.controlText)"))
        var arrivals: [LinkRouter.Arrival] = []
        router.ready { arrivals.append($0) }
        #expect(arrivals == [.join(Samples.controlLink)])
        router.ready { arrivals.append($0) }
        #expect(arrivals.count == 1)
    }

    @Test(
        "Cold and warm starts lead to the same place, whatever the form",
        arguments: [
            "enclave://join/#\(Samples.controlText)", "ENCLAVE://join/#\(Samples.controlText)",
            "https://my.omp.sh/#\(Samples.controlText)", "https://my.omp.sh/#my.omp.sh/r/\(Samples.controlText)",
        ])
    func sameEitherWay(text: String) throws {
        let cold = LinkRouter()
        cold.receive(try url(text))
        var arrivals: [LinkRouter.Arrival] = []
        cold.ready { arrivals.append($0) }
        let warm = LinkRouter()
        warm.ready { arrivals.append($0) }
        warm.receive(try url(text))
        #expect(arrivals == [.join(Samples.controlLink), .join(Samples.controlLink)])
    }

    @Test("The launch environment joins without asking")
    func environment() {
        let router = LinkRouter(environment: ["ENCLAVE_COLLAB_LINK": Samples.controlText])
        var arrivals: [LinkRouter.Arrival] = []
        router.ready { arrivals.append($0) }
        #expect(arrivals == [.launch(Samples.controlLink)])
        LinkRouter(environment: ["ENCLAVE_COLLAB_LINK": ""]).ready { _ in Issue.record("there is no link") }
    }

    @Test("Of two links before the first screen the last one counts")
    func lastWins() {
        let router = LinkRouter()
        router.receive(text: "nonsense")
        router.receive(text: Samples.controlText)
        var arrivals: [LinkRouter.Arrival] = []
        router.ready { arrivals.append($0) }
        #expect(arrivals == [.join(Samples.controlLink)])
    }

    @Test("A link that can't be read says why, once, and shows nothing of itself")
    func refused() throws {
        let router = LinkRouter()
        var arrivals: [LinkRouter.Arrival] = []
        router.ready { arrivals.append($0) }
        router.receive(text: String(Samples.controlText.dropLast(9)))
        guard case .refused(let error) = try #require(arrivals.first) else {
            Issue.record("it was taken")
            return
        }
        #expect(!Samples.leaks("\(error)"))
    }

    @Test("While there is no screen, links wait for the next one")
    func screenGoes() {
        let router = LinkRouter()
        var arrivals: [LinkRouter.Arrival] = []
        router.ready { arrivals.append($0) }
        router.notReady()
        router.receive(text: Samples.controlText)
        #expect(arrivals.isEmpty)
        router.ready { arrivals.append($0) }
        #expect(arrivals.count == 1)
    }

    @Test("An address of a room opens it, and is no link")
    func rooms() throws {
        let key = Samples.key("a")
        let router = LinkRouter()
        router.receive(try #require(RoomAddress.url(room: key.rawValue)))
        var arrivals: [LinkRouter.Arrival] = []
        router.ready { arrivals.append($0) }
        #expect(arrivals == [.room(key)])
        router.receive(try url("enclave://room/nothing"))
        guard case .refused = arrivals.last else {
            Issue.record("an address without a key leads nowhere")
            return
        }
    }
}
