import CollabGuest
import CollabWire
import Foundation
import Observation
import Transcript

/// One open session, for a live room and a demo room alike: the client, what is being typed, and where the transcript
/// stands. Screens take this and never ask which of the two it is.
@MainActor
@Observable
public final class SessionVM: Identifiable {
    /// The room's key; a demo room has one too.
    public nonisolated let id: RoomKey
    /// The room.
    public let client: GuestClient
    /// A demo room is not listed, and nothing of it is kept.
    public let isDemo: Bool
    /// What is being typed.
    public private(set) var draft = ""
    /// Why what is typed could not be kept.
    public private(set) var storageProblem: StorageError?
    /// Where the transcript stands.
    public var scroll = ScrollPolicy<TurnID>()

    @ObservationIgnored private let drafts: DraftStore?
    @ObservationIgnored private let outbox: OutboxStore?
    @ObservationIgnored private let lane = CommandLane()

    /// A session.
    /// - Parameters:
    ///   - id: the room's key.
    ///   - client: the room.
    ///   - drafts: where drafts are kept; nil for a demo room.
    ///   - outbox: where unsent prompts are kept; nil for a demo room.
    public init(
        id: RoomKey, client: GuestClient, isDemo: Bool = false, drafts: DraftStore? = nil, outbox: OutboxStore? = nil
    ) {
        self.id = id
        self.client = client
        self.isDemo = isDemo
        self.drafts = drafts
        self.outbox = outbox
        client.outboxChanged = { [weak self] items in self?.keepOutbox(items) }
    }

    /// Connects, and brings back what was typed the last time.
    public func start() {
        client.start()
        guard let drafts else { return }
        lane.add { [weak self, id] in
            do throws(StorageError) {
                let text = try await drafts.draft(for: id)
                await self?.restored(text)
            } catch {
                await self?.report(error)
            }
        }
    }

    /// Waits until what was typed and what waits to be sent is kept.
    func saved() async { await lane.finished() }

    /// What is typed changed.
    public func setDraft(_ text: String) {
        guard text != draft else { return }
        draft = text
        keepDraft()
    }

    /// What the composer may do now.
    public var composer: ComposerRules {
        ComposerRules(
            readOnly: client.isReadOnly, isWorking: client.isWorking,
            queued: client.state?.queuedMessageCount ?? 0, isEnded: client.connection.isOver)
    }

    /// Sends what is typed, if it may be sent, and empties the composer.
    /// - Returns: what the list has to do, nil when nothing was sent.
    @discardableResult
    public func send(images: [PromptImage] = []) -> ScrollPolicy<TurnID>.Move? {
        guard composer.canSend(text: draft, attachments: images.count) else { return nil }
        client.sendPrompt(draft, images: images)
        draft = ""
        keepDraft()
        return scroll.sentPrompt()
    }

    /// Return was pressed in the composer.
    /// - Returns: what the text view has to do.
    public func returnPressed(
        _ key: ComposerRules.ReturnKey, images: [PromptImage] = []
    ) -> ComposerRules.ReturnAction {
        let action = composer.action(for: key, text: draft, attachments: images.count)
        if action == .send { send(images: images) }
        return action
    }

    /// Whether the person is asked something.
    public var needsAnswer: Bool { client.asks.shown?.canAnswer ?? false }

    /// The session's name, or the word for one without.
    public var title: String { client.title ?? "Session" }

    private func restored(_ text: String) {
        // What was typed meanwhile is newer than what was kept.
        if draft.isEmpty { draft = text }
    }

    private func report(_ error: StorageError) { storageProblem = error }

    private func keepDraft() {
        guard let drafts else { return }
        lane.add { [id, draft] in await drafts.setDraft(draft, for: id) }
    }

    private func keepOutbox(_ items: [OutboxItem]) {
        guard let outbox else { return }
        lane.add { [weak self, id] in
            do throws(StorageError) {
                try await outbox.keep(items, for: id)
            } catch {
                await self?.report(error)
            }
        }
    }
}
