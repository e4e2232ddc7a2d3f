import CollabHost
import CollabTesting
import CollabWire
import EnclaveModel
import Foundation
import Transcript

extension Fixture {
    /// The session, from nothing said to the end.
    static let session: [Fixture] = [
        Fixture(.session, .live) { try await working() },
        Fixture(.session, .live, "prose") {
            let stage = try await launched(FixtureStage(listed: [.script("cards")]))
            try await stage.open("cards")
            return stage
        },
        Fixture(.session, .live, "gallery", steps: galleryTaps, height: 3_600) {
            let stage = try await launched(FixtureStage(listed: [.script("cards")]))
            try await stage.open("cards")
            return stage
        },
        Fixture(.session, .live, "images", height: 1_700) { try await pictures() },
        Fixture(.session, .long, height: 1_700) {
            let stage = try await launched(FixtureStage(listed: [.script("long")]))
            let session = try await stage.open("long")
            try await stage.run("the question") { session.needsAnswer }
            return stage
        },
        Fixture(.session, .empty) {
            let stage = try await launched(FixtureStage(listed: [.script("quiet")]))
            try await stage.open("quiet")
            return stage
        },
        Fixture(.session, .loading) {
            let (stage, host) = try await byHand()
            try host.deliver(HandHost.welcome(entries: 2_140))
            try host.deliver(HandHost.chunk((0..<12).map { HandHost.user("u\($0)", "Note \($0)") }, final: false))
            await stage.settle()
            return stage
        },
        Fixture(.session, .loading, "kept") {
            let (stage, host) = try await byHand()
            let session = try await live(stage, host)
            stage.app.leave(session.id)
            await stage.app.saved()
            try await stage.begin("harbour")
            try await stage.run("waiting for the host") { stage.app.current?.client.connection == .waiting }
            return stage
        },
        Fixture(.session, .error, "reconnecting") {
            let (stage, host) = try await byHand()
            let session = try await live(stage, host)
            try await cut(stage, host)
            session.setDraft("Count the buoys again, please.")
            session.send()
            await stage.settle()
            return stage
        },
        Fixture(.session, .error, "ended") {
            let (stage, host) = try await byHand()
            let session = try await live(stage, host)
            try host.deliver(#"{"t":"bye","reason":"rita closed her laptop"}"#)
            try await stage.run("the end") { session.client.connection.isOver }
            return stage
        },
        Fixture(.session, .readOnly) {
            var room = try FixtureRoom.script("cards")
            room.access = .view
            let stage = try await launched(FixtureStage(listed: [room]))
            try await stage.open("cards")
            return stage
        },
        Fixture(.session, .error, "refused") {
            let (stage, host) = try await byHand()
            let session = try await live(stage, host)
            session.client.sendPrompt("Count the buoys again, please.")
            await stage.settle()
            try host.deliver(#"{"t":"error","message":"The host takes no prompts right now."}"#)
            await stage.settle()
            return stage
        },
        Fixture(.session, .live, "stopping") {
            let (stage, host) = try await byHand()
            let session = try await live(stage, host)
            try host.deliver(HandHost.event(#"{"type":"agent_start"}"#))
            try host.deliver(
                HandHost.event(
                    #"{"type":"tool_execution_start","toolCallId":"c1","toolName":"bash","args":{"command":"make survey"},"intent":"Counting the buoys"}"#
                ))
            try host.deliver(HandHost.stateFrame(isStreaming: true, isAborting: true, queued: 2))
            try await stage.run("stopping") { session.client.state?.isAborting == true }
            return stage
        },
        Fixture(
            .session, .live, "find", steps: [.tap("Find in transcript"), .type("queue", into: "Find")]
        ) {
            let stage = try await launched(FixtureStage(listed: [.script("cards")]))
            try await stage.open("cards")
            return stage
        },
        Fixture(.session, .live, "plan", steps: [.tap("Plan")]) { try await working() },
        Fixture(.session, .live, "menu", steps: [.longPress("It can, once CI is green.")]) {
            let stage = try await launched(FixtureStage(listed: [.script("cards")]))
            try await stage.open("cards")
            return stage
        },
    ]

    /// Questions of every kind.
    static let asks: [Fixture] = [
        Fixture(.ask, .live, "approval") { try await asking(after: []) },
        Fixture(.ask, .live, "select") { try await asking(after: ["Approve"]) },
        Fixture(.ask, .live, "multi") { try await asking(after: ["Approve", "Ten per cent first"]) },
        Fixture(.ask, .long, "many") {
            let (stage, host) = try await byHand()
            let session = try await live(stage, host)
            let options = (1...200).map { #""Berth \#($0), behind the second wall""# }.joined(separator: ",")
            try host.deliver(
                HandHost.ask(
                    #"{"reqId":5,"kind":"select","title":"Which berths are free?","options":[\#(options),"Done"],"#
                        + #""selectionMarker":"checkbox","checkedIndices":[1],"markableCount":200}"#))
            try await stage.run("the question") { session.needsAnswer }
            return stage
        },
        Fixture(.ask, .live, "folded", steps: [.tap("Fold the question away")]) {
            try await asking(after: ["Approve"])
        },
        Fixture(.ask, .live, "editor") { try await asking(after: ["Approve", "Ten per cent first", "Done"]) },
        Fixture(.ask, .loading) {
            let (stage, host) = try await byHand()
            try await answered(stage, host)
            return stage
        },
        Fixture(.ask, .error, "withdrawn") {
            let (stage, host) = try await byHand()
            let session = try await answered(stage, host)
            // Back again, and the host has gone on without this answer.
            host.relay.configure(acceptsDials: true)
            while host.relay.accept() != nil {}
            try await stage.run("another hello") {
                try host.relay.socket?.isClosed == false && !host.sent("hello").isEmpty
            }
            try host.deliver(
                HandHost.welcome(entries: 1), HandHost.chunk([HandHost.user("u1", "Count the buoys, please.")]))
            try await stage.run("the refusal") { session.client.refusal != nil }
            return stage
        },
        Fixture(.ask, .error, "unknown") {
            let (stage, host) = try await byHand()
            let session = try await live(stage, host)
            try host.deliver(HandHost.ask(#"{"reqId":5,"kind":"sketch","title":"Draw the harbour wall"}"#))
            try await stage.run("the question") { session.needsAnswer }
            return stage
        },
    ]

    /// What is opened in the gallery.
    private static let galleryTaps: [Step] = [
        .tap("Edited 1 file, ran 1 command"), .tap("Sources/Core/Relay.swift"), .tap("swift test --filter Relay"),
    ]

    // MARK: Stages

    /// The third demo room, once it has pictures.
    @MainActor static func pictures() async throws -> FixtureStage {
        let stage = try await launched(FixtureStage(listed: [.demo(.epsilverSite)]))
        let session = try await stage.open("epsilver-site")
        try await stage.run("a generated picture") { session.client.rows.contains { hasPicture($0.turn) } }
        // A tool at work stands still for two seconds; how far a sentence has got by now, nobody can say.
        try await stage.run("a look at the page") {
            session.client.tools.contains { $0.execution.toolName == "browser" }
        }
        await stage.settle()
        return stage
    }

    /// Whether a row shows what `generate_image` made.
    @MainActor private static func hasPicture(_ turn: UITurn) -> Bool {
        guard case .tool(let tool) = turn.kind else { return false }
        return tool.name == "generate_image" && tool.status == .succeeded
    }

    /// The first demo room while its suite runs.
    @MainActor static func working() async throws -> FixtureStage {
        let stage = try await launched(FixtureStage(listed: listedRooms()))
        let session = try await stage.open("enclave-app")
        try await stage.run("a running suite with output") {
            session.client.tools.contains { $0.execution.toolName == "bash" && $0.partialResult != nil }
        }
        await stage.pass(milliseconds: 3_000)
        return stage
    }

    /// The second demo room at the question after these answers.
    @MainActor static func asking(after answers: [String]) async throws -> FixtureStage {
        let stage = try await launched(FixtureStage(listed: listedRooms()))
        let session = try await stage.open("silvertune-web")
        try await stage.run("the first question") { session.needsAnswer }
        for answer in answers {
            let before = session.client.asks.shown?.ask.id
            session.client.answer(answer)
            try await stage.run("the question after “\(answer)”") {
                session.needsAnswer && session.client.asks.shown?.ask.id != before
            }
        }
        await stage.settle()
        return stage
    }

    /// A question that was answered while the connection was away: the answer waits.
    @discardableResult
    @MainActor private static func answered(_ stage: FixtureStage, _ host: HandHost) async throws -> SessionVM {
        let session = try await live(stage, host)
        try host.deliver(
            HandHost.ask(
                #"{"reqId":5,"kind":"select","title":"Lift the drifted buoy now?","options":["Approve","Decline"]}"#))
        try await stage.run("the question") { session.needsAnswer }
        try await cut(stage, host)
        session.client.answer("Approve")
        await stage.settle()
        return session
    }

    /// A room whose host the fixture plays itself.
    @MainActor public static func byHand(
        access: Access = .control, now: @escaping () -> Date = { FixtureStage.date }
    ) async throws -> (FixtureStage, HandHost) {
        var room = FixtureRoom(name: "harbour", title: "harbour survey", host: .nobody)
        room.access = access
        let host = try HandHost(try room.link())
        room.host = .byHand(host.relay)
        let stage = try await launched(FixtureStage(listed: [room], now: now))
        let session = try await stage.begin("harbour")
        try await stage.run("a connection") { host.relay.socket != nil }
        try await stage.run("waiting for the host") { session.client.connection != .idle }
        return (stage, host)
    }

    /// That room with a short past.
    @MainActor public static func live(_ stage: FixtureStage, _ host: HandHost) async throws -> SessionVM {
        guard let session = stage.app.current else { throw FixtureError("no room is open") }
        let past = [
            HandHost.user("u1", "Count the buoys, please."),
            HandHost.assistant("a1", "Twelve, and one that **drifted** behind the wall."),
        ]
        try host.deliver(HandHost.welcome(entries: past.count), HandHost.chunk(past))
        try await stage.run("the past") { session.client.connection == .live && session.client.rows.count >= 2 }
        return session
    }

    /// A room that was dialled and whose host says nothing yet, as a tab shows it.
    @MainActor static func awaiting(_ tab: AppModel.Tab) async throws -> FixtureStage {
        let (stage, _) = try await byHand()
        try await stage.run("hello") { stage.app.current?.client.connection == .waiting }
        stage.app.tab = tab
        return stage
    }

    /// A room whose host does not let this guest in, as a tab shows it.
    @MainActor static func turnedAway(to tab: AppModel.Tab) async throws -> FixtureStage {
        let (stage, host) = try await byHand()
        try host.deliver(#"{"t":"error","message":"The harbour is closed to guests until noon."}"#)
        try await stage.run("the end") { stage.app.current?.client.connection.isOver == true }
        stage.app.tab = tab
        return stage
    }

    /// The connection drops, and nobody answers when it is tried again.
    @MainActor static func cut(_ stage: FixtureStage, _ host: HandHost) async throws {
        host.relay.configure(acceptsDials: false)
        host.relay.socket?.close(code: 1006)
        try await stage.run("a reconnection") {
            if case .reconnecting = stage.app.current?.client.connection { true } else { false }
        }
    }
}
