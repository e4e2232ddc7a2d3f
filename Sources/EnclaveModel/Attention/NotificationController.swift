import Attention
import CollabWire
import EnclaveAlerts
import EnclaveContracts
import Foundation
import Transcript

/// What the controller asks of the system's notifications: UserNotifications, or a test's.
public protocol NotificationHost: Sendable {
    /// Shows a notification; one with the same name is replaced.
    /// - Throws: when the system refuses.
    func show(_ draft: AlertDraft) async throws
    /// Takes notifications back.
    func withdraw(_ ids: [String]) async
    /// What notifications offer; replaces what was set before.
    func setCategories(_ categories: [AlertCategory]) async
    /// The number on the app's icon.
    func setBadge(_ count: Int) async
    /// What is on the screen, by name: also what pushes brought.
    func delivered() async -> [String: AlertPayload]
    /// Whether notifications may be shown.
    func permission() async -> NotificationPermission
    /// Asks the person, once; later only the system's settings change the answer.
    func requestPermission() async throws -> NotificationPermission
}

/// Whether notifications may be shown.
public enum NotificationPermission: Sendable, Hashable {
    /// Nobody has asked yet.
    case unknown
    /// Yes.
    case granted
    /// No; only the system's settings can change that.
    case denied
}

/// Carries out what ``AttentionPolicy`` decides: makes notifications of it, keeps their categories, and takes back what
/// is settled, also what a push of an earlier time brought (features N2, N3).
@MainActor
public final class NotificationController {
    private let host: any NotificationHost
    private let words: AlertWords
    private let lane = CommandLane()
    /// What was told and stands on the screen, by room and subject.
    private var shown: [Key: AlertDraft] = [:]
    /// The names that asks of one run had, for taking back what the bridge pushed for them.
    private var aliases: [Key: Set<String>] = [:]

    private struct Key: Hashable {
        enum Subject: Hashable { case ask(Int), more, turn, end }
        var room: String
        var subject: Subject
    }

    /// A controller that has told nothing.
    public init(host: any NotificationHost, words: AlertWords = AlertWords()) {
        self.host = host
        self.words = words
    }

    /// The app was launched: the standing categories are there before any push is.
    public func launch() { setCategories() }

    /// Carries out actions in their order.
    /// - Parameters:
    ///   - titles: the rooms' names.
    ///   - privacy: how much a notification may say.
    public func perform(_ actions: [AttentionAction], titles: [String: String], privacy: PrivacyLevel) {
        for action in actions {
            switch action {
            case .tell(let room, let subject):
                show(room, subject, title: titles[room], privacy: privacy, isSilent: false)
            case .rebind(let room, let subject):
                show(room, subject, title: titles[room], privacy: privacy, isSilent: true)
            case .withdraw(let room, let subject): withdraw(Self.key(room, subject))
            case .badge(let count):
                let host = host
                lane.add { await host.setBadge(count) }
            }
        }
    }

    /// A room is live: notifications of its asks that are not open any more are taken back, whoever showed them.
    /// - Parameter open: the names of the open asks.
    public func reconcile(room: String, open: Set<String>) {
        let host = host
        // That there are more questions than are told by themselves names none.
        let isMore = shown[Key(room: room, subject: .more)] != nil
        lane.add {
            let stale = await host.delivered().filter { _, payload in
                payload.room == room && payload.reason == .ask
                    && !(payload.askId.map { open.contains($0) } ?? isMore)
            }
            if !stale.isEmpty { await host.withdraw(Array(stale.keys)) }
        }
    }

    /// A push said that something is settled.
    public func settled(_ payload: AlertPayload) {
        let host = host
        let names = Self.names(of: payload)
        for (key, draft) in shown where names.contains(draft.id) { shown[key] = nil }
        lane.add { await host.withdraw(names) }
    }

    /// An answer given outside the app was not sent: says so where the question stood.
    public func tell(_ problem: AnswerProblem, room: String, title: String?) {
        let payload = AlertPayload(room: room, reason: .turnEnded)
        let draft = AlertDraft(
            id: "\(room)/answer", title: title ?? words.appName, body: words.notSent(problem),
            category: AlertCategory(text: nil, reason: .turnEnded, words: words), isUrgent: false, payload: payload)
        let host = host
        lane.add {
            // Where notifications are not allowed nobody could have answered one either.
            try? await host.show(draft)
        }
    }

    /// Whether notifications may be shown.
    public func permission() async -> NotificationPermission { await host.permission() }

    /// Asks the person.
    public func requestPermission() async throws -> NotificationPermission { try await host.requestPermission() }

    /// Waits until everything has been handed to the system.
    public func finished() async { await lane.finished() }

    // MARK: Inside

    private func show(
        _ room: String, _ subject: AttentionSubject, title: String?, privacy: PrivacyLevel, isSilent: Bool
    ) {
        let key = Self.key(room, subject)
        let payload = Self.payload(room, subject)
        let names = Self.names(of: payload)
        let name = shown[key]?.id ?? names.first ?? payload.notificationId
        let text = Self.text(subject, title: title, words: words)
        let draft = AlertDraft(
            id: name, text: text, payload: payload, privacy: privacy, words: words, isSilent: isSilent)
        shown[key] = draft
        aliases[key, default: []].formUnion(names)
        setCategories()
        let host = host
        lane.add {
            var draft = draft
            // A push may have told it already: then it is only brought up to date.
            if !draft.isSilent, await host.delivered()[draft.id] != nil { draft.isSilent = true }
            // Not allowed, or the system has no room: the badge and the app's own screens still say it.
            try? await host.show(draft)
        }
    }

    private func withdraw(_ key: Key) {
        let names = (aliases.removeValue(forKey: key) ?? []).union(shown.removeValue(forKey: key).map { [$0.id] } ?? [])
        guard !names.isEmpty else { return }
        setCategories()
        let host = host
        lane.add { await host.withdraw(names.sorted()) }
    }

    private func setCategories() {
        var categories = AlertCategory.standing(words)
        for draft in shown.values where !categories.contains(where: { $0.id == draft.category.id }) {
            categories.append(draft.category)
        }
        let host = host
        let sorted = categories.sorted { $0.id < $1.id }
        lane.add { await host.setCategories(sorted) }
    }

    private static func key(_ room: String, _ subject: AttentionSubject) -> Key {
        switch subject {
        case .ask(_, let alert): Key(room: room, subject: .ask(alert))
        case .moreAsks: Key(room: room, subject: .more)
        case .turnEnded: Key(room: room, subject: .turn)
        case .sessionEnded: Key(room: room, subject: .end)
        }
    }

    private static func payload(_ room: String, _ subject: AttentionSubject) -> AlertPayload {
        switch subject {
        case .ask(let ask, _): AlertPayload(room: room, reason: .ask, askId: ask.id.wireText)
        case .moreAsks: AlertPayload(room: room, reason: .ask)
        case .turnEnded: AlertPayload(room: room, reason: .turnEnded)
        case .sessionEnded: AlertPayload(room: room, reason: .sessionEnded)
        }
    }

    /// The names a notification of this payload has: the one a push gives it comes first, so that app and push replace
    /// each other instead of standing side by side.
    private static func names(of payload: AlertPayload) -> [String] {
        do {
            return [try payload.collapseId(), payload.notificationId]
        } catch {
            // No hash from the system's library: then the plain name has to do.
            return [payload.notificationId]
        }
    }

    private static func text(_ subject: AttentionSubject, title: String?, words: AlertWords) -> AlertText {
        let title = title ?? words.session
        switch subject {
        case .ask(let ask, _):
            var wantsText = false
            if case .editor = ask.kind { wantsText = true }
            return AlertText(title: title, body: ask.plainTitle, options: ask.buttonLabels, wantsText: wantsText)
                .fitted()
        case .moreAsks: return AlertText(title: title, body: words.moreAsks).fitted()
        case .turnEnded: return AlertText(title: title, body: words.named(.turnEnded)).fitted()
        case .sessionEnded(let why): return AlertText(title: title, body: why).fitted()
        }
    }
}
