/// What the composer may do, given who holds the link and what the session does (feature E3). Pure decisions: the view
/// asks, shows and obeys.
public struct ComposerRules: Sendable, Hashable {
    /// Which bar stands at the bottom.
    public enum Mode: Sendable, Hashable {
        /// A control link and an idle agent: "Message…".
        case prompt
        /// A control link and a working agent: prompts steer it; Stop is offered.
        case steer(queued: Int)
        /// A view link: nothing can be sent.
        case watch
        /// The session is over.
        case ended
    }

    /// A key press of Return, as the text view reports it.
    public struct ReturnKey: Sendable, Hashable {
        /// The input method is composing: Return confirms its word.
        public var hasMarkedText: Bool
        /// Shift or Option is held.
        public var isModified: Bool
        /// The press came from a hardware keyboard; the on-screen Return makes a new line.
        public var isHardware: Bool

        /// A press of Return.
        public init(hasMarkedText: Bool, isModified: Bool, isHardware: Bool) {
            self.hasMarkedText = hasMarkedText
            self.isModified = isModified
            self.isHardware = isHardware
        }
    }

    /// What Return does.
    public enum ReturnAction: Sendable, Hashable {
        /// The text view and its input method handle it; the text is not touched here.
        case leaveToInputMethod
        /// A line break at the cursor.
        case newline
        /// Send what is written.
        case send
        /// Nothing: there is nothing to send.
        case ignore
    }

    /// Which bar stands at the bottom.
    public var mode: Mode

    /// The rules for a session.
    /// - Parameters:
    ///   - readOnly: the link or the host allows no steering.
    ///   - isWorking: the agent works.
    ///   - queued: `queuedMessageCount` of the state.
    ///   - isEnded: the session is over.
    public init(readOnly: Bool, isWorking: Bool, queued: Int, isEnded: Bool) {
        mode = isEnded ? .ended : readOnly ? .watch : isWorking ? .steer(queued: max(0, queued)) : .prompt
    }

    /// Whether there is something to write in.
    public var canWrite: Bool { mode != .watch && mode != .ended }

    /// Whether Stop is offered.
    public var canStop: Bool {
        if case .steer = mode { return true }
        return false
    }

    /// Whether this text (and attachments) may leave: blank text alone may not.
    public func canSend(text: String, attachments: Int) -> Bool {
        canWrite && (attachments > 0 || text.contains { !$0.isWhitespace })
    }

    /// What a press of Return does. Return that confirms an input method's word never sends.
    public func action(for key: ReturnKey, text: String, attachments: Int) -> ReturnAction {
        if key.hasMarkedText { return .leaveToInputMethod }
        if key.isModified || !key.isHardware { return .newline }
        return canSend(text: text, attachments: attachments) ? .send : .ignore
    }
}
