import CollabWire

/// Retries, compactions, and the bounds of a room that runs for ever.
extension HostEngine {
    // MARK: Recovery

    mutating func beginRetry(_ step: RetryStep) {
        live.isRetrying = step
        emit(
            "auto_retry_start",
            [
                "attempt": HostJSON.number(step.attempt), "maxAttempts": HostJSON.number(step.maxAttempts),
                "delayMs": .number(step.delay), "errorMessage": .string(step.errorMessage),
            ])
        push([.wait(step.delay), .retryEnd(step)])
    }

    mutating func endRetry(_ step: RetryStep, succeeds: Bool) {
        live.isRetrying = nil
        emit(
            "auto_retry_end",
            [
                "success": .bool(succeeds), "attempt": HostJSON.number(step.attempt),
                "finalError": succeeds ? nil : .string(step.errorMessage),
            ])
    }

    mutating func beginCompaction(_ step: CompactStep) {
        guard historyClock == nil else { return endCompaction(step) }
        live.isCompacting = true
        emit("auto_compaction_start", ["reason": .string("threshold"), "action": .string("context-full")])
        push([.wait(step.duration), .compactEnd(step)])
    }

    mutating func endCompaction(_ step: CompactStep) {
        live.isCompacting = false
        let kept = max(0, log.count - step.keep)
        enter(
            "compaction",
            [
                "summary": .string(step.summary.filled(bindings)), "shortSummary": HostJSON.optional(step.shortSummary),
                "firstKeptEntryId": HostJSON.optional(
                    kept < log.count ? log.records[kept].id : log.lastId),
                "tokensBefore": HostJSON.number(contextTokens),
            ])
        contextTokens = min(step.tokens, model.contextWindow)
        emit("auto_compaction_end", ["aborted": .bool(false), "willRetry": .bool(false)])
        if step.drops {
            log.forget(kept)
            sendSnapshots()
        }
        scheduleState()
    }

    // MARK: Bounds

    /// A room that runs for ever must not grow for ever: above the script's bound the oldest part is forgotten, as
    /// when a host goes on in a new session file, and everybody is welcomed to what is left.
    mutating func keepBounds() {
        guard let most = script.room.maxEntries, log.count > most else { return }
        log.forget(log.count - most * 3 / 5)
        sendSnapshots()
    }
}
