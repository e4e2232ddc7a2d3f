import Foundation
import ViewTree

/// The host on whose behalf code runs, without keeping it alive: a task may outlive its hierarchy.
private final class Acting: Sendable {
    @TaskLocal static var now: Acting?
    @MainActor private(set) weak var host: ViewHost?

    @MainActor init(_ host: ViewHost) { self.host = host }
}

/// Owns one view hierarchy: evaluates it, redraws what changed, hands events to it.
@_spi(Preview) @MainActor public final class ViewHost {
    package let tree = RenderTree()
    private var rootNode: _ViewNode?
    private var serial = 0
    private var queue: [_ViewNode] = []
    private var afterwards: [@MainActor () -> Void] = []
    private var presentations: [Presentation] = []
    private let device: RenderNode
    private let rebuild: @MainActor (ViewHost) -> Void
    private var isFlushing = false
    /// How many bodies of the app's views were evaluated since the start.
    public internal(set) var bodyEvaluations = 0
    /// Called once when there is something to flush.
    public var onNeedsFlush: (@MainActor () -> Void)?
    /// Sentences that the app wants spoken.
    public var onAnnouncement: (@MainActor (String) -> Void)?
    /// A feedback that the device would give: "impact", "success", …
    public var onFeedback: (@MainActor (String) -> Void)?
    /// Opens an address outside of the app.
    public var onOpenURL: (@MainActor (URL) -> Void)?
    /// Text that the app put on the pasteboard.
    public var onCopy: (@MainActor (String) -> Void)?
    /// A command for the page: ["scroll", node, position].
    package var onCommand: (@MainActor ([String]) -> Void)?
    /// Which of the stand-in's looks this is.
    public private(set) var announcements: [String] = []
    /// Which of the stand-in's looks this is.
    public private(set) var feedback: [String] = []
    /// Which of the stand-in's looks this is.
    public private(set) var openedURLs: [URL] = []
    var sceneStorage: [String: AnyObject] = [:]
    var urlHandlers: [(owner: Int, action: @MainActor (URL) -> Void)] = []

    /// The environment at the top. Setting it evaluates what it touches.
    public var environment: EnvironmentValues {
        didSet {
            acting { rebuild(self) }
            styleDevice()
            needsFlush()
        }
    }

    private struct Presentation {
        let owner: Int
        let box: RenderNode
        let isOnTop: Bool
    }

    /// Hosts a view.
    public init<Content: View>(_ view: Content, environment: EnvironmentValues = EnvironmentValues()) {
        self.environment = environment
        device = RenderNode(tree: tree, classes: "device", layout: .box)
        rebuild = { host in host.mount(view) }
        self.environment.openURL = OpenURLAction(handler: { [weak self] url in
            self?.openExternally(url)
            return .handled
        })
        tree.onDirty = { [weak self] in self?.needsFlush() }
        styleDevice()
        acting { rebuild(self) }
    }

    private static weak var last: ViewHost?

    /// The host from whose event or update the code at hand follows, also after it has waited for something: where
    /// announcements, feedback and copies without a view go. Of code that follows from none, the host driven last.
    public static var current: ViewHost? { Acting.now.map(\.host) ?? last }

    /// Runs something on behalf of this host; tasks that it starts belong to it as well.
    package func acting<Result>(_ body: () -> Result) -> Result {
        ViewHost.last = self
        return Acting.$now.withValue(Acting(self), operation: body)
    }

    /// What was copied on this device.
    public let pasteboard = HostPasteboard()

    private func mount<Content: View>(_ view: Content) {
        let scene = RootView(content: view)
        if let rootNode = rootNode as? TypedNode<RootView<Content>> {
            rootNode.update(scene, environment)
        } else {
            let node = TypedNode(view: scene, host: self, parent: nil, environment: environment)
            rootNode = node
            node.run()
            tree.setRoot(device)
        }
        layers()
    }

    private var preferredSchemes: [Int: ColorScheme] = [:]

    /// A view of the hierarchy wants a scheme for the whole device, or wants none any more. The outermost decides.
    func prefer(_ scheme: ColorScheme?, owner: Int) {
        guard preferredSchemes[owner] != scheme else { return }
        preferredSchemes[owner] = scheme
        styleDevice()
    }

    private func styleDevice() {
        let preferred = preferredSchemes.min { $0.key < $1.key }?.value
        let scheme = (preferred ?? environment.colorScheme) == .dark ? "dark" : "light"
        device.attributes["data-scheme"] = scheme
        device.attributes["data-contrast"] = environment.colorSchemeContrast == .increased ? "more" : "normal"
        device.attributes["data-motion"] = environment.accessibilityReduceMotion ? "reduce" : "full"
        device.attributes["data-transparency"] = environment.accessibilityReduceTransparency ? "reduce" : "full"
        device.attributes["dir"] = environment.layoutDirection == .rightToLeft ? "rtl" : "ltr"
        device.attributes["lang"] = environment.locale.identifier(.bcp47)
    }

    func nextSerial() -> Int {
        serial += 1
        return serial
    }

    func enqueue(_ node: _ViewNode) {
        queue.append(node)
        needsFlush()
    }

    private var isWaiting = false
    private func needsFlush() {
        guard !isFlushing, !isWaiting else { return }
        isWaiting = true
        onNeedsFlush?()
    }

    /// Runs something once the hierarchy is up to date (`onAppear`, `onChange`).
    func afterUpdate(_ action: @escaping @MainActor () -> Void) {
        afterwards.append(action)
        needsFlush()
    }

    /// Whether views wait to be evaluated.
    public var needsUpdate: Bool { !queue.isEmpty || !afterwards.isEmpty }

    /// Evaluates every dirty node, and what follows from that, until nothing is left (bounded).
    public func update() { acting(evaluate) }

    private func evaluate() {
        isFlushing = true
        defer {
            isFlushing = false
            isWaiting = false
        }
        var rounds = 0
        while needsUpdate, rounds < 100 {
            rounds += 1
            let nodes = queue.sorted { $0.depth < $1.depth }
            queue.removeAll()
            for node in nodes where node.isDirty && node.isAlive {
                node.run()
                node.parent?.reassemble()
            }
            let actions = afterwards
            afterwards.removeAll()
            for action in actions { action() }
        }
        layers()
    }

    /// Updates, and returns what a page that shows the last state has to change.
    package func flush() -> [Patch] {
        update()
        return tree.flush()
    }

    // MARK: Presentations

    /// Shows a box above everything, or takes it away.
    func present(_ box: RenderNode?, owner: Int, isOnTop: Bool = false) {
        let index = presentations.firstIndex { $0.owner == owner }
        switch (index, box) {
        case (nil, let box?): presentations.append(Presentation(owner: owner, box: box, isOnTop: isOnTop))
        case (let index?, nil): presentations.remove(at: index)
        case (let index?, let box?):
            if presentations[index].box !== box {
                presentations[index] = Presentation(owner: owner, box: box, isOnTop: isOnTop)
            }
        case (nil, nil): return
        }
        needsFlush()
        if !isFlushing { layers() }
    }

    /// Whether something covers the root view.
    public var presentationCount: Int { presentations.count }

    private func layers() {
        let main = rootNode?.output ?? []
        let (below, above) = (presentations.filter { !$0.isOnTop }, presentations.filter(\.isOnTop))
        device.setChildren(main + (below + above).map(\.box))
    }

    // MARK: Events

    /// Hands an event to the node that has a handler for it.
    package func send(_ kind: EventKind, to id: Int, _ payload: EventPayload = EventPayload()) {
        guard let node = tree.node(id) else { return }
        acting {
            if kind == .action, let action: @MainActor () -> Void = node.fact("action:\(payload.text)") {
                action()
            } else {
                node.handler(for: kind)?(payload)
            }
        }
    }

    /// Delivers a deep link.
    public func open(_ url: URL) {
        acting { for handler in urlHandlers { handler.action(url) } }
    }

    func openExternally(_ url: URL) {
        openedURLs.append(url)
        onOpenURL?(url)
    }

    package private(set) var commands: [[String]] = []

    /// Tells the page to do something that is not a picture: scroll, focus.
    func command(_ words: [String]) {
        commands.append(words)
        if commands.count > 200 { commands.removeFirst(100) }
        onCommand?(words)
    }

    /// The time that timelines show.
    public var now: @MainActor () -> Date = { Date() }
    /// Whether timelines run by themselves; tests move time by hand.
    public var runsTimelines = false

    /// What a person would choose when the app asks for files.
    public var fileChooser: (@MainActor (_ types: [String]) -> [URL]?)?

    func chooseFiles(types: [String], isMultiple: Bool, done: @escaping (Result<[URL], any Error>) -> Void) {
        if let urls = fileChooser?(types), !urls.isEmpty {
            done(.success(isMultiple ? urls : [urls[0]]))
        } else {
            done(.failure(CocoaError(.userCancelled)))
        }
    }

    /// What the app offered to share.
    public private(set) var shared: [String] = []

    func share(_ text: String) {
        shared.append(text)
        onCopy?(text)
    }

    func announce(_ text: String) {
        announcements.append(text)
        if announcements.count > 200 { announcements.removeFirst(100) }
        onAnnouncement?(text)
    }

    /// Records a feedback that a device would make felt.
    public func feel(_ kind: String) {
        feedback.append(kind)
        if feedback.count > 200 { feedback.removeFirst(100) }
        onFeedback?(kind)
    }

    /// Takes the hierarchy down: tasks end, `onDisappear` runs.
    public func unmount() {
        rootNode?.dispose()
        rootNode = nil
    }
}

/// The whole scene: keeps the app's view within the safe area.
nonisolated struct RootView<Content: View> {
    let content: Content
}

extension RootView: View {
    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) {
        node.child(0, view.content)
        let box = node.box(classes: "screen", layout: .greedy(width: true, height: true))
        node.contain(box)
    }
}
