import ActivityKit
import EnclaveModel
import EnclaveWidgets

extension SystemActivities {
    /// Activities can be started from afar since iOS 17.2; before, there is no token and nothing to follow.
    static func followStartToken(_ events: AsyncStream<ActivityEvent>.Continuation) async {
        guard #available(iOS 17.2, *) else { return }
        // The system promises changes only, and a bridge that is told of none forgets the one it has.
        if let token = Activity<EnclaveActivityAttributes>.pushToStartToken { events.yield(.startToken(token)) }
        for await token in Activity<EnclaveActivityAttributes>.pushToStartTokenUpdates {
            events.yield(.startToken(token))
        }
    }
}
