import CollabGuest
import CollabReplica
import CollabWire
import EnclaveModel
import Foundation
import Transcript

/// A followed session on a terminal: the transcript flows by, below it what streams, a status line and, for those who
/// may steer, a line to type in. One actor, because updates and key presses come from two sides.
actor FollowScreen {
    private let console: Console
    private let takesInput: Bool
    private let hasControls: Bool
    private var tail: LiveTail
    private var follower: TurnFollower
    private var projector: TranscriptProjector
    private var editor = LineEditor()
    private var update: SessionUpdate?
    private var live: [StyledLine] = []
    private var lastNotice = 0
    private let timeZone: TimeZone
    private var askShown: RequestID?
    private var ownArrival: OwnArrival
    /// What standard error was told about the connection.
    private var troubleTold: String?

    /// - Parameter name: the guest's own: that it has joined is not told.
    init(
        console: Console, name: String, colour: String?, past: Int?, takesInput: Bool, timeZone: TimeZone = .current
    ) {
        self.console = console
        ownArrival = OwnArrival(name: name)
        self.timeZone = timeZone
        projector = TranscriptProjector(timeZone: timeZone)
        self.takesInput = takesInput
        let capabilities = TerminalCapabilities(
            environment: console.environment, isTerminal: console.isTerminal, wantsColor: Console.wantsColour(colour))
        hasControls = capabilities.hasControls
        tail = LiveTail(
            encoder: LineEncoder(theme: TerminalTheme(environment: console.environment), capabilities: capabilities))
        follower = TurnFollower(past: past)
    }

    /// Brings the screen up to date.
    func show(_ update: SessionUpdate) {
        self.update = update
        let replica = update.replica
        if update.connection != .live { ownArrival.expect() }
        _ = projector.apply(update.change, replica)
        let news = follower.news(in: projector.rows, isWorking: replica.isWorking, isOver: update.connection.isOver)
        let renderer = TerminalRenderer(
            width: console.size().columns, timeZone: timeZone, words: console.words)
        var settled = news.settled.flatMap(renderer.lines)
        live = news.live.flatMap(renderer.lines)
        for notice in replica.notices where notice.id > lastNotice {
            lastNotice = notice.id
            guard !ownArrival.covers(notice) else { continue }
            settled += ListingLines.lines(
                "! \(notice.message)", width: renderer.width,
                look: .init(notice.level == .error ? .failure : .accent))
        }
        if let ask = replica.asks.first {
            if ask.id != askShown {
                settled += [StyledLine()]
                settled += ListingLines.lines(ask.listing, width: renderer.width, look: .init(.accent))
                // What is typed without a slash is a prompt.
                if takesInput {
                    settled += ListingLines.lines(
                        "/answer N or TEXT answers, /skip cancels", width: renderer.width, look: .init(.muted))
                }
            }
            askShown = ask.id
        } else {
            askShown = nil
        }
        draw(settled)
        tellConnection(update.connection)
    }

    /// Without a status line, standard error is told that the connection broke, why, and that it is back: who looks into
    /// a log must not take silence for a quiet session.
    private func tellConnection(_ connection: ConnectionState) {
        guard !hasControls else { return }
        switch connection {
        case .reconnecting(let reconnection):
            guard troubleTold != reconnection.cause else { return }
            troubleTold = reconnection.cause
            console.say("\(reconnection.cause.printable) Trying again.")
        case .live:
            if troubleTold != nil { console.say("The connection is back.") }
            troubleTold = nil
        // Why a session ended is told by the command.
        case .idle, .connecting, .waiting, .loading, .ended: break
        }
    }

    /// Takes keys and gives what the person wants.
    func type(_ bytes: [UInt8]) -> [FollowInput] {
        var inputs: [FollowInput] = []
        for event in editor.take(bytes) {
            switch event {
            case .changed: break
            case .end: inputs.append(.quit)
            case .line(let line): if let input = FollowInput(line) { inputs.append(input) }
            }
        }
        draw([])
        return inputs
    }

    /// Says something between the rows.
    func say(_ text: String) { draw(ListingLines.lines(text, width: console.size().columns, look: .init(.muted))) }

    /// Takes the live part away, for good.
    func finish() {
        let size = console.size()
        console.write(tail.erase(width: size.columns, height: size.rows))
    }

    private func draw(_ settled: [StyledLine]) {
        let size = console.size()
        let text = tail.update(
            settled: settled, live: live + bottom(size.columns), width: size.columns, height: size.rows)
        if !text.isEmpty { console.write(text) }
    }

    private func bottom(_ width: Int) -> [StyledLine] {
        guard hasControls, let update else { return [] }
        var lines = [StyledLine(StatusLine.text(for: update, width: width), .init(.muted))]
        // Of a long line the end matters more than its beginning.
        if takesInput { lines.append(StyledLine("› " + String(editor.text.suffix(max(1, width - 4))))) }
        return lines
    }
}
