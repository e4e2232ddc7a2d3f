import CollabWire
import SwiftUI
import Transcript

/// What rows of the transcript can ask for. Given once by the screen that shows them.
struct TranscriptActions {
    /// Puts text on the pasteboard.
    var copy: (String) -> Void = { _ in }
    /// Shows a picture large.
    var openImage: (ImageBlock) -> Void = { _ in }
    /// Opens a subagent.
    var openAgent: (String) -> Void = { _ in }
    /// Loads what the host trimmed; throws with the reason to show.
    var load: (ElidedReference) async throws -> Void = { _ in }
    /// Loads the page before the first row.
    var loadEarlier: @MainActor () -> Void = {}
    /// Puts a text, quoted, into the composer.
    var quote: (String) -> Void = { _ in }
    /// Puts one's own prompt back into the composer.
    var editAndResend: (String) -> Void = { _ in }
    /// Whether prompts can be sent at all.
    var canPrompt = false
}

private struct TranscriptActionsKey: EnvironmentKey {
    static let defaultValue: TranscriptActions? = nil
}

extension EnvironmentValues {
    /// What rows can ask for.
    var transcriptActions: TranscriptActions {
        get { self[TranscriptActionsKey.self] ?? TranscriptActions() }
        set { self[TranscriptActionsKey.self] = newValue }
    }
}
