import CollabTesting
import CollabWire
import EnclaveModel

extension Fixture {
    /// What the session is, and who is in it.
    static let trust: [Fixture] = [
        Fixture(.trust, .empty) {
            let stage = try await launched(FixtureStage())
            stage.app.tab = .trust
            return stage
        },
        Fixture(.trust, .loading) { try await awaiting(.trust) },
        Fixture(.trust, .live) {
            let stage = try await launched(FixtureStage(listed: listedRooms()))
            try await stage.open("epsilver-site")
            stage.app.tab = .trust
            return stage
        },
        Fixture(.trust, .live, "nearly-full") {
            let (stage, host) = try await byHand()
            _ = try await live(stage, host)
            stage.app.tab = .trust
            return stage
        },
        Fixture(.trust, .long) {
            let (stage, host) = try await byHand()
            _ = try await live(stage, host)
            try host.deliver(crowdedState)
            try await stage.run("the crowd") { stage.app.current?.client.state?.participants.count == 200 }
            stage.app.tab = .trust
            return stage
        },
        Fixture(.trust, .error, "reconnecting") {
            let (stage, host) = try await byHand()
            _ = try await live(stage, host)
            try await cut(stage, host)
            stage.app.tab = .trust
            return stage
        },
        Fixture(.trust, .error, "ended") {
            let (stage, host) = try await byHand()
            let session = try await live(stage, host)
            host.relay.socket?.close(code: 4029)
            try await stage.run("the end") { session.client.connection.isOver }
            stage.app.tab = .trust
            return stage
        },
        Fixture(.trust, .error, "refused") { try await turnedAway(to: .trust) },
        Fixture(.trust, .readOnly) {
            let (stage, host) = try await byHand(access: .view)
            _ = try await live(stage, host)
            stage.app.tab = .trust
            return stage
        },
    ]

    /// A session with everything long, and two hundred people in its room.
    private static let crowdedState: String = {
        let names = (1..<200).map { number in
            number % 7 == 0
                ? "Ada Augusta King, Countess of Lovelace, guest number \(number) of the harbour survey"
                : "guest \(number)"
        }
        let people = names.enumerated().map { index, name in
            #"{"name":"\#(name)","role":"guest","readOnly":\#(index % 3 == 0)}"#
        }
        let host = #"{"name":"rita","role":"host","readOnly":false}"#
        return #"{"t":"state","state":{"isStreaming":false,"queuedMessageCount":0,"#
            + #""sessionName":"Survey of everything that drifts, lies or hangs between the second and the third wall","#
            + #""cwd":"/Volumes/Harbour/Users/rita/Documents/Surveys/2026/second-wall/third-basin/berths/soundings/raw","#
            + #""model":{"id":"sail-1","name":"Sail 1 Extended Thinking Preview (long context, May 2026)","#
            + #""provider":"acme","contextWindow":1000000},"thinkingLevel":"high","#
            + #""contextUsage":{"tokens":934500,"contextWindow":1000000,"percent":93.4},"#
            + #""participants":[\#(([host] + people).joined(separator: ","))]}}"#
    }()
}
