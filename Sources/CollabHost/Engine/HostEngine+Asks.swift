import CollabWire

/// Questions to the guests (protocol §10): the first answer wins, a multi-select is a run of requests.
extension HostEngine {
    /// Between two requests of a multi-select run, in milliseconds.
    private static let toggleGap = 150.0

    /// Opens a question and returns its id.
    mutating func openAsk(_ step: AskStep) -> Int {
        let ask = asks.add(step, title: step.title.filled(bindings), prefill: step.prefill?.filled(bindings))
        show(ask)
        if let timeout = step.timeout { jobs.schedule(.askTimeout(ask.id), at: now + timeout) }
        return ask.id
    }

    /// View guests get no questions: each writable guest is asked by itself.
    private mutating func show(_ ask: AskDesk.Open) {
        for guest in guests where guest.canWrite {
            send(["t": .string("ui-request"), "request": ask.request], to: guest.peer)
        }
    }

    private mutating func endRequest(_ reqId: Int) {
        broadcast(["t": .string("ui-request-end"), "reqId": HostJSON.number(reqId)])
    }

    mutating func receiveAnswer(_ value: String?, to reqId: RequestID, of guest: Guest) {
        // Somebody else may have answered a moment ago: that is nobody's mistake.
        guard let ask = asks.shown(reqId) else { return }
        switch (ask.step.kind, value) {
        case (_, nil):
            settle(ask.id, values: nil, from: guest.name)
        case (.editor, .some(let text)):
            settle(ask.id, values: [text], from: guest.name)
        case (.select, .some(let label)):
            guard ask.step.options.contains(where: { $0.label == label }) else {
                return refuse(label, of: ask, to: guest)
            }
            settle(ask.id, values: [label], from: guest.name)
        case (.multi, .some(ask.step.doneLabel)):
            settle(ask.id, values: ask.checked.sorted().map { ask.step.options[$0].label }, from: guest.name)
        case (.multi, .some(let label)):
            guard let option = ask.step.options.firstIndex(where: { $0.label == label }) else {
                return refuse(label, of: ask, to: guest)
            }
            endRequest(ask.reqId)
            asks.toggle(option, of: ask.id)
            jobs.schedule(.reopenAsk(ask.id), at: now + Self.toggleGap)
        }
    }

    mutating func refuse(_ label: String, of ask: AskDesk.Open, to guest: Guest) {
        sendError("\"\(label.prefix(80))\" is not an option of \"\(ask.title.prefix(80))\".", to: guest.peer)
    }

    mutating func reopenAsk(_ id: Int) {
        if let ask = asks.reopen(id) { show(ask) }
    }

    /// Nobody answered in time: the host takes what it recommended.
    mutating func askTimedOut(_ id: Int) {
        guard let ask = asks.all.first(where: { $0.id == id }) else { return }
        let values = ask.step.recommended.map { [ask.step.options[$0].label] }
        settle(id, values: values, from: script.room.host)
    }

    private mutating func settle(_ id: Int, values: [String]?, from name: String) {
        withdrawAsk(id)
        asks.answers[id] = AskDesk.Answer(values: values, from: name)
        wakeScopes(waitingFor: id)
    }

    /// Ends a question without an answer.
    mutating func withdrawAsk(_ id: Int) {
        guard let ask = asks.remove(id) else { return }
        jobs.cancel(.askTimeout(id))
        jobs.cancel(.reopenAsk(id))
        if ask.isShown { endRequest(ask.reqId) }
    }
}
