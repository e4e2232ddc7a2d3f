import CollabWire

/// How full the model's context is.
public struct ContextShare: Sendable, Hashable {
    /// 0…100, may exceed 100.
    public var percent: Double
    /// Tokens in the context, when known.
    public var tokens: Int?
    /// Tokens it holds, when known.
    public var window: Int?

    /// From here on a person should be warned, in percent.
    public static let warningPercent = 80.0

    /// Whether a person should be warned.
    public var isTight: Bool { percent > Self.warningPercent }

    /// The share that a state tells, or that follows from its numbers; nil when it tells neither.
    public init?(_ state: SessionState?) {
        let usage = state?.contextUsage
        let window = usage?.contextWindow ?? state?.model?.contextWindow
        if let percent = usage?.percent, percent.isFinite {
            self.percent = max(0, percent)
        } else if let tokens = usage?.tokens, let window, window > 0 {
            percent = Double(max(0, tokens)) / Double(window) * 100
        } else {
            return nil
        }
        tokens = usage?.tokens
        self.window = window
    }

    /// "64% of 200k", "64 % von 200k".
    public func text(_ format: SessionFormat) -> String {
        let share = format.percent(percent)
        guard let window else { return share }
        return "\(share) \(format.choose("of", "von")) \(format.tokens(window))"
    }
}
