import CollabWire

/// What a guest gets when it joins or asks: snapshots, pages of history, values, transcripts (protocol §5, §9, §11).
extension HostEngine {
    /// Without a wish of the guest, a tail or page holds this many UTF-16 units of entries.
    static let pageUnits = 1 << 20
    /// More is never sent in answer to one request.
    private static let maximumPageUnits = 8 << 20
    /// Units of one `value` frame.
    static let sliceUnits = 512 << 10

    /// `welcome`, the entries in chunks, and the open asks.
    mutating func sendSnapshot(to guest: Guest) {
        let range =
            if let tail = guest.tail {
                log.page(before: log.count, maxUnits: units(wanted: tail.maxBytes))
            } else {
                0..<log.count
            }
        let history: JSONValue? =
            guest.tail == nil
            ? nil
            : HostJSON.object([
                "v": HostJSON.number(1),
                "startId": range.isEmpty ? .null : .string(log.records[range.lowerBound].id),
                "hasEarlier": .bool(range.lowerBound > 0),
            ])
        send(
            [
                "t": .string("welcome"), "proto": HostJSON.number(GuestFrame.proto), "header": header, "state": state,
                "agents": .array(agents.map(\.json)), "entryCount": HostJSON.number(range.count),
                "readOnly": guest.canWrite ? nil : .bool(true), "todoPhases": todoPhases, "history": history,
            ], to: guest.peer)
        if !range.isEmpty {
            let chunks = log.chunks(of: range)
            for (index, chunk) in chunks.enumerated() {
                let isFinal = index == chunks.count - 1
                send(json: #"{"t":"snapshot-chunk","entries":[\#(chunk)],"final":\#(isFinal)}"#, to: guest.peer)
            }
        }
        if guest.canWrite {
            for ask in asks.open { send(["t": .string("ui-request"), "request": ask.request], to: guest.peer) }
        }
    }

    /// Welcomes everybody again, after entries were forgotten.
    mutating func sendSnapshots() {
        guard historyClock == nil else { return }
        for guest in guests { sendSnapshot(to: guest) }
    }

    private var header: JSONValue {
        HostJSON.object([
            "type": .string("session"), "version": HostJSON.number(3), "id": .string(script.room.id),
            "title": .string(title), "timestamp": .string(Timestamp.text(wallTime)), "cwd": .string(script.room.cwd),
        ])
    }

    private func units(wanted: Int?) -> Int {
        guard let wanted, wanted > 0 else { return Self.pageUnits }
        return min(wanted, Self.maximumPageUnits)
    }

    mutating func sendHistory(reqId: Int, before: String, maxUnits: Int?, to peer: UInt32) {
        guard let end = log.position(of: before) else {
            send(
                [
                    "t": .string("history"), "reqId": HostJSON.number(reqId), "entries": .array([]),
                    "final": .bool(true), "error": .string("stale"),
                ], to: peer)
            return
        }
        let range = log.page(before: end, maxUnits: units(wanted: maxUnits))
        let start = range.isEmpty ? JSONValue.string(before) : .string(log.records[range.lowerBound].id)
        let chunks = log.chunks(of: range)
        for chunk in chunks.dropLast() {
            send(json: #"{"t":"history","reqId":\#(reqId),"entries":[\#(chunk)],"final":false}"#, to: peer)
        }
        let rest = #""startId":\#(HostJSON.text(start)),"hasEarlier":\#(range.lowerBound > 0)"#
        send(
            json: #"{"t":"history","reqId":\#(reqId),"entries":[\#(chunks.last ?? "")],"final":true,\#(rest)}"#,
            to: peer)
    }

    mutating func sendValue(
        reqId: Int, entryId: String, path: [PathStep], hash: String, offset: Int, to peer: UInt32
    ) {
        func refuse(_ error: String) {
            send(
                [
                    "t": .string("value"), "reqId": HostJSON.number(reqId), "offset": HostJSON.number(offset),
                    "data": .string(""), "total": HostJSON.number(0), "final": .bool(true), "error": .string(error),
                ], to: peer)
        }
        guard let position = log.position(of: entryId) else { return refuse("stale") }
        guard let value = log.records[position].elided.first(where: { $0.path == path }) else {
            return refuse("Nothing was left out at this path.")
        }
        guard value.hash == hash else { return refuse("stale") }
        let units = value.text.utf16
        guard offset >= 0, offset < units.count else {
            return refuse("The offset \(offset) is outside the value of \(units.count) units.")
        }
        let start = units.index(units.startIndex, offsetBy: offset)
        var end = units.index(start, offsetBy: Self.sliceUnits, limitedBy: units.endIndex) ?? units.endIndex
        // Half a surrogate pair could not be written as UTF-8: it goes with the next slice.
        if end < units.endIndex, UTF16.isTrailSurrogate(units[end]) { end = units.index(before: end) }
        guard let data = String(units[start..<end]) else {
            return refuse("The offset \(offset) is in the middle of a character.")
        }
        send(
            [
                "t": .string("value"), "reqId": HostJSON.number(reqId), "offset": HostJSON.number(offset),
                "data": .string(data), "total": HostJSON.number(units.count), "final": .bool(end == units.endIndex),
            ], to: peer)
    }

    mutating func sendTranscript(reqId: Int, agentId: String, fromByte: Int, to peer: UInt32) {
        guard let agent = agents.first(where: { $0.id == agentId }), agent.hasSessionFile else {
            send(
                [
                    "t": .string("transcript"), "reqId": HostJSON.number(reqId), "text": .string(""),
                    "newSize": HostJSON.number(0), "error": .string("No transcript is available for \(agentId)."),
                ], to: peer)
            return
        }
        let slice = agent.transcript.read(from: fromByte)
        send(
            [
                "t": .string("transcript"), "reqId": HostJSON.number(reqId), "text": .string(slice.text),
                "newSize": HostJSON.number(slice.newSize),
            ], to: peer)
    }
}
