import AppIntents
import EnclaveContracts
import SwiftUI
import WidgetKit

/// The control for Control Center, the lock screen and the action button: opens the session that needs an answer, or
/// the list. Controls exist from iOS 18 on; everything about them stands in this file.
@available(iOS 18.0, *)
public struct NeedsYouControl: ControlWidget {
    /// The name under which the app asks for a new value.
    public static let kind = "xyz.epsilver.enclave.needs-you.control"
    private let provider: NeedsYouValue

    /// The control on the snapshot that the app writes.
    public init() { provider = NeedsYouValue(folder: SharedContainer.snapshotFolder) }

    /// The control on a snapshot in another folder, for pictures and tests.
    package init(folder: URL?) { provider = NeedsYouValue(folder: folder) }

    /// A button with a count.
    public var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: Self.kind, provider: provider) { value in
            ControlWidgetButton(action: OpenRoomIntent(room: value.room)) {
                Label {
                    if value.count > 0 { Text("\(value.count) waiting") } else { Text("Sessions") }
                } icon: {
                    Image(systemName: value.count > 0 ? "questionmark.circle.fill" : "square.stack.3d.up")
                }
            }
        }
        .displayName("Needs you")
        .description("Opens the session that waits for your answer.")
    }
}

/// How many sessions wait, and which one first.
@available(iOS 18.0, *)
struct NeedsYouValue: ControlValueProvider {
    struct Value: Sendable, Hashable {
        var count: Int
        /// The room's key; empty for none.
        var room: String
    }

    let folder: URL?

    var previewValue: Value { Value(count: 1, room: "") }

    func currentValue() async throws -> Value {
        let snapshot = WidgetSnapshot.read(in: folder)
        return Value(
            count: snapshot.needsAnswerCount, room: snapshot.sessions.first(where: \.needsAnswer)?.id ?? "")
    }
}
