import Foundation
@_spi(Preview) import SwiftUI
import ViewTree

/// Hosts a view without a screen: finds, taps, types, reads.
///
/// Everything happens on the main actor, and nothing happens by itself: after an act the driver updates the view until
/// nothing is left; `settle()` also lets tasks run.
@MainActor public final class ViewDriver {
    /// The host of the view, for other tools of the stand-in.
    package let host: ViewHost
    private let device: Device
    private var patches: [Patch] = []

    /// Which screen the view is shown on.
    public enum Screen: Sendable, CaseIterable {
        /// 393 × 852 points.
        case iPhone
        /// 1,024 × 1,366 points.
        case iPad
        /// 1,366 × 1,024 points.
        case iPadLandscape

        var device: Device {
            switch self {
            case .iPhone: .iPhone
            case .iPad: .iPad
            case .iPadLandscape: .iPadLandscape
            }
        }
    }

    /// Hosts a view on a screen, in a scheme, at a type size; `configure` changes the rest of the environment.
    public init<Content: View>(
        _ view: Content, screen: Screen = .iPhone, scheme: ColorScheme = .light, typeSize: DynamicTypeSize = .large,
        locale: Locale = Locale(identifier: "en_US"), configure: (inout EnvironmentValues) -> Void = { _ in }
    ) {
        device = screen.device
        var environment = EnvironmentValues()
        environment.colorScheme = scheme
        environment.dynamicTypeSize = typeSize
        environment.locale = locale
        environment.horizontalSizeClass = device.isWide ? .regular : .compact
        environment.configure(
            size: CGSize(width: device.width, height: device.height),
            safeArea: EdgeInsets(top: device.top, leading: 0, bottom: device.bottom, trailing: 0))
        configure(&environment)
        host = ViewHost(view, environment: environment)
        update()
        patches = []
    }

    deinit {
        let host = host
        Task { @MainActor in host.unmount() }
    }

    // MARK: Pasteboard

    /// The text on the pasteboard of the view's device; nil when there is none, or none any more.
    public var clipboard: String? {
        get { host.pasteboard.text(now: host.now()) }
        set { host.pasteboard.set(newValue) }
    }

    // MARK: Time

    /// Evaluates what is dirty, and remembers what a page would have to change.
    @discardableResult public func update() -> Int {
        let new = host.flush()
        patches += new
        return new.count
    }

    /// Lets tasks and what follows from them run, until nothing moves any more or `turns` have passed.
    public func settle(turns: Int = 200) async {
        var quiet = 0
        for _ in 0..<turns where quiet < 20 {
            await Task.yield()
            quiet = update() == 0 && !host.needsUpdate ? quiet + 1 : 0
        }
    }

    /// Settles until a condition holds; `false` when it never does.
    public func settle(until condition: () -> Bool, turns: Int = 10_000) async -> Bool {
        for _ in 0..<turns {
            update()
            if condition() { return true }
            await Task.yield()
        }
        return condition()
    }

    /// Changes the environment at the top.
    public func setEnvironment(_ change: (inout EnvironmentValues) -> Void) {
        var environment = host.environment
        change(&environment)
        host.environment = environment
        update()
    }

    // MARK: What the app did outside of its screen

    /// Sentences that the app wanted spoken.
    public var announcements: [String] { host.announcements }
    /// Feedback that a device would have made felt.
    public var feedback: [String] { host.feedback }
    /// Addresses that the app opened.
    public var openedURLs: [URL] { host.openedURLs }
    /// What the app offered to share.
    public var shared: [String] { host.shared }
    /// The identities that scroll views were sent to, in order.
    public var scrollTargets: [String] { host.commands.filter { $0.first == "scroll" }.map { $0[2] } }
    /// How many sheets, alerts and menus lie above the root view.
    public var presentationCount: Int { host.presentationCount }
    /// What a person would choose when the app asks for files; by default nothing.
    public var fileChooser: (@MainActor (_ types: [String]) -> [URL]?)? {
        get { host.fileChooser }
        set { host.fileChooser = newValue }
    }
    /// The time that timelines show.
    public var now: @MainActor () -> Date {
        get { host.now }
        set { host.now = newValue }
    }

    // MARK: Counting

    /// How many patches a page was sent since the last call of `resetCounts()`.
    public var patchCount: Int { patches.count }
    /// How many bytes those patches have on the wire.
    public var patchBytes: Int {
        get throws { try JSONSerialization.data(withJSONObject: patches.map(\.json)).count }
    }
    /// How many bodies of the app's views were evaluated since the last call of `resetCounts()`.
    public var bodyEvaluations: Int { host.bodyEvaluations - evaluationBase }
    private var evaluationBase = 0
    /// Counts from here.
    public func resetCounts() {
        patches = []
        evaluationBase = host.bodyEvaluations
    }
    /// What the patches are, for messages of tests.
    public var patchDescriptions: [String] { patches.map { String("\($0)".prefix(300)) } }

    // MARK: Reading

    /// All elements that are shown, outer ones first.
    public var elements: [ViewElement] {
        var found: [ViewElement] = []
        if let root = host.tree.root { collect(root, hidden: false, into: &found) }
        return found
    }

    /// The elements that a person can reach: what lies on top, when something lies over the screen.
    public var reachable: [ViewElement] {
        let all = elements
        let layers: Set<Substring> = ["presentation", "dialog", "menulayer"]
        guard let top = all.last(where: { $0.node.classes.split(separator: " ").first.map(layers.contains) ?? false })
        else { return all }
        var found: [ViewElement] = []
        collect(top.node, hidden: false, into: &found)
        return found
    }

    private func collect(_ node: RenderNode, hidden: Bool, into found: inout [ViewElement]) {
        if node.attributes["data-covered"] != nil { return }
        found.append(ViewElement(node: node, host: host))
        for child in node.children { collect(child, hidden: hidden, into: &found) }
    }

    /// All texts that are shown, in order.
    public var texts: [String] {
        elements.filter { $0.node.children.isEmpty && !$0.node.plainText.isEmpty }.map(\.node.plainText)
    }

    /// Whether a text is shown that contains the words.
    public func shows(_ words: String) -> Bool { texts.contains { $0.contains(words) } }

    /// The first element with a label, identifier or text, and a role if given; controls come before bare texts.
    public func find(_ name: String, role: String? = nil) -> ViewElement? { findAll(name, role: role).first }

    /// All elements with a label, identifier or text: exact matches before partial ones, controls before texts.
    public func findAll(_ name: String, role: String? = nil) -> [ViewElement] {
        let all = elements.filter { role == nil || $0.role == role }
        func order(_ found: [ViewElement]) -> [ViewElement] {
            found.filter(\.isControl).reversed() + found.filter { !$0.isControl }.reversed()
        }
        let exact = all.filter { $0.identifier == name || $0.label == name }
        if !exact.isEmpty { return order(exact) }
        return order(all.filter { $0.isControl || !$0.node.plainText.isEmpty }.filter { $0.label.contains(name) })
    }

    /// All elements of a role.
    public func all(role: String) -> [ViewElement] { elements.filter { $0.role == role } }

    /// The page as it would be shown, for a picture.
    public func page(fontFaces: String = "", title: String = "") -> String {
        StaticPage.document(host.tree.html(), device: device, fontFaces: fontFaces, title: title)
    }

    /// The size of the screen.
    public var screenSize: (width: Int, height: Int) { (Int(device.width), Int(device.height)) }

    // MARK: Acting

    private func need(_ name: String, role: String? = nil) throws -> ViewElement {
        guard let element = find(name, role: role) else {
            throw DriverError.notFound(name, shown: Array(Set(elements.map(\.label))).filter { !$0.isEmpty }.sorted())
        }
        return element
    }

    private func act(_ element: ViewElement, _ kind: EventKind, _ payload: EventPayload = EventPayload()) throws {
        // An event goes to the nearest element that handles it, as on a page.
        var node: RenderNode? = element.node
        while let here = node {
            if let handler = here.handler(for: kind) {
                host.acting { handler(payload) }
                update()
                return
            }
            node = here.parent
        }
        throw DriverError.deaf(element.label, kind.rawValue)
    }

    /// Taps what has a name.
    public func tap(_ name: String, role: String? = nil) throws { try tap(try need(name, role: role)) }

    /// Taps an element.
    public func tap(_ element: ViewElement) throws {
        guard element.isEnabled else { throw DriverError.disabled(element.label) }
        try act(element, .tap)
    }

    /// Presses what has a name for long: a long press, or a context menu.
    public func longPress(_ name: String) throws {
        let element = try need(name)
        do { try act(element, .longPress) } catch DriverError.deaf { try act(element, .menu) }
    }

    /// Taps twice.
    public func doubleTap(_ name: String) throws { try act(try need(name), .doubleTap) }

    /// Replaces the text of a field, letter by letter as a keyboard would when `letterwise`.
    public func type(_ text: String, into name: String, letterwise: Bool = false) throws {
        if letterwise {
            var typed = ""
            for letter in text {
                typed.append(letter)
                try input(typed, name)
            }
        } else {
            try input(text, name)
        }
    }

    private func input(_ text: String, _ name: String) throws {
        guard
            let field = findAll(name).first(where: { $0.node.tag == "input" || $0.node.tag == "textarea" })
        else { throw DriverError.notFound(name, shown: elements.filter(\.isControl).map(\.label)) }
        guard field.isEnabled else { throw DriverError.disabled(field.label) }
        try act(field, .input, EventPayload(text: text))
    }

    /// The text in a field.
    public func value(of name: String) throws -> String { try need(name).value }

    /// Presses return in a field.
    public func submit(_ name: String) throws { try act(try need(name), .submit) }

    /// Presses a key in what has a name.
    public func key(_ key: String, in name: String, modifiers: Set<String> = []) throws {
        var payload = EventPayload(text: key)
        payload.modifiers = modifiers
        try act(try need(name), .key, payload)
    }

    /// Moves the focus into a field.
    public func focus(_ name: String) throws { try act(try need(name), .focus) }

    /// Takes the focus out of a field.
    public func blur(_ name: String) throws { try act(try need(name), .blur) }

    /// Turns a switch.
    public func toggle(_ name: String) throws {
        guard let element = findAll(name).first(where: { $0.role == "switch" || $0.role == "menuitemcheckbox" }) else {
            throw DriverError.notFound(name, shown: all(role: "switch").map(\.label))
        }
        try tap(element)
    }

    /// Chooses an option of a picker by its words.
    public func select(_ option: String, in picker: String) throws {
        let element = try need(picker)
        if element.role == "combobox" { try tap(element) }
        guard
            let choice = findAll(option).first(where: { $0.role == "radio" || $0.role == "menuitemradio" })
        else { throw DriverError.notFound(option, shown: all(role: "radio").map(\.label)) }
        try tap(choice)
    }

    /// Does what a swipe over a row offers under a name.
    public func swipe(_ row: String, action: String) throws {
        try act(try need(row), .swipe, EventPayload(text: action))
    }

    /// Does what assistive technology offers under a name.
    public func perform(_ action: String, on name: String) throws {
        var node: RenderNode? = try need(name).node
        while let here = node {
            if let handler: @MainActor () -> Void = here.fact("action:\(action)") {
                host.acting(handler)
                update()
                return
            }
            node = here.parent
        }
        throw DriverError.deaf(name, action)
    }

    /// Pulls a scroll view to refresh.
    public func refresh() throws {
        guard let element = elements.first(where: { $0.node.handler(for: .refresh) != nil }) else {
            throw DriverError.deaf("refreshable", "refresh")
        }
        try act(element, .refresh)
    }

    /// Scrolls towards rows that are not there yet.
    @discardableResult public func scroll(towardsEnd: Bool, rows: Int = 0) -> Bool {
        let wanted = towardsEnd ? "after" : "before"
        guard let gap = elements.first(where: { $0.node.attributes["data-lazy"] == wanted }) else { return false }
        host.acting { gap.node.handler(for: .window)?(EventPayload(number: Double(rows))) }
        update()
        return true
    }

    /// Drags over what has a name.
    public func drag(_ name: String, by translation: CGSize) throws {
        let element = try need(name)
        var payload = EventPayload()
        payload.x = Double(translation.width)
        payload.y = Double(translation.height)
        try act(element, .drag, payload)
        payload.isEnd = true
        try act(element, .drag, payload)
    }

    /// Spreads or closes two fingers over what has a name.
    /// - Parameter magnification: how much larger it gets; less than 1 is smaller.
    public func pinch(_ name: String, by magnification: Double) throws {
        let element = try need(name)
        var payload = EventPayload(number: magnification)
        try act(element, .magnify, payload)
        payload.isEnd = true
        try act(element, .magnify, payload)
    }

    /// Shortcuts that a hardware keyboard has now, such as "meta+n" or "Escape", each with what it presses.
    public var shortcuts: [(keys: String, element: ViewElement)] {
        elements.compactMap { element in
            let attributes = element.node.attributes.merging(element.node.decoration.attributes) { $1 }
            return attributes["data-shortcut"].map { ($0, element) }
        }
    }

    /// Presses a key of a hardware keyboard that belongs to no field: what lies on top takes it.
    public func press(_ keys: String) throws {
        guard let found = shortcuts.last(where: { $0.keys == keys && $0.element.isEnabled }) else {
            throw DriverError.notFound(keys, shown: shortcuts.map(\.keys))
        }
        var waiting = [found.element.node]
        while let node = waiting.popLast() {
            if node.handler(for: .tap) != nil { return try tap(ViewElement(node: node, host: host)) }
            waiting += node.children.reversed()
        }
        throw DriverError.deaf(found.element.label, keys)
    }

    /// Puts away what lies on top: a sheet by pulling, a menu by tapping beside it.
    public func dismiss() throws {
        guard let layer = elements.last(where: { $0.node.handler(for: .dismiss) != nil }) else {
            throw DriverError.deaf("screen", "dismiss")
        }
        try act(layer, .dismiss)
    }

    /// Does to an element what it reacts to, as a person would who tries everything.
    /// - Throws: ``DriverError`` when it does not react to that, or is disabled.
    public func perform(_ reaction: ViewElement.Reaction, on element: ViewElement) throws {
        guard element.isEnabled else { throw DriverError.disabled(element.label) }
        var payload = EventPayload(text: reaction.detail)
        switch reaction.kind {
        case .input: payload.text = element.value == "Probe" ? "Another probe" : "Probe"
        case .action:
            guard let action: @MainActor () -> Void = element.node.fact("action:\(reaction.detail)") else {
                throw DriverError.deaf(element.label, reaction.detail)
            }
            host.acting(action)
            update()
            return
        case .drag, .magnify:
            payload.x = 40
            payload.y = 40
            payload.number = 2
            try act(element, reaction.kind, payload)
            payload.isEnd = true
        default: break
        }
        try act(element, reaction.kind, payload)
    }

    /// Delivers a deep link.
    public func open(_ url: URL) {
        host.open(url)
        update()
    }
}

/// One element of what is shown.
@MainActor public struct ViewElement {
    let node: RenderNode
    let host: ViewHost

    private var attributes: [String: String] { node.attributes.merging(node.decoration.attributes) { $1 } }

    /// What it is called: its own label, or the words in it.
    public var label: String {
        node.decoration.accessibility.label ?? attributes["aria-label"] ?? words(node)
    }

    /// The name that the app gave it for tests.
    public var identifier: String? { node.decoration.accessibility.identifier }

    /// The value, in a field or of a control.
    public var value: String {
        node.decoration.accessibility.value ?? attributes["data-value"] ?? attributes["aria-valuetext"]
            ?? attributes["aria-valuenow"]
            ?? attributes["aria-checked"] ?? words(node)
    }

    /// What it does, to assistive technology.
    public var hint: String? { node.decoration.accessibility.hint }

    /// What it is: "button", "switch", "textbox", "heading", …
    public var role: String? {
        let traits = node.decoration.accessibility.traits
        if traits.contains("button") { return "button" }
        if traits.contains("heading") { return "heading" }
        if traits.contains("link") { return "link" }
        if let role = node.role ?? attributes["role"] { return role }
        switch node.tag {
        case "button": return "button"
        case "input": return attributes["type"] == "range" ? "slider" : "textbox"
        case "textarea": return "textbox"
        default: return node.handler(for: .tap) != nil ? "button" : nil
        }
    }

    /// Whether a person can do something with it.
    public var isControl: Bool {
        node.tag != "div" || node.handler(for: .tap) != nil || node.handler(for: .input) != nil
    }

    /// Whether it reacts.
    public var isEnabled: Bool {
        if attributes["disabled"] != nil { return false }
        var current: RenderNode? = node
        while let here = current {
            if here.decoration.attributes["aria-disabled"] == "true" { return false }
            current = here.parent
        }
        return true
    }

    /// Whether it is chosen.
    public var isSelected: Bool {
        attributes["aria-selected"] == "true" || attributes["aria-checked"] == "true"
            || node.decoration.accessibility.traits.contains("selected")
    }

    /// Whether the app wants the keyboard's focus here.
    public var isFocused: Bool { attributes["data-focus"] == "1" }

    /// Something that an element reacts to.
    public struct Reaction: Hashable, Sendable, CustomStringConvertible {
        let kind: EventKind
        /// Which action of a row, or of assistive technology; else empty.
        public let detail: String
        /// "tap", "swipe Remove".
        public var description: String { detail.isEmpty ? kind.rawValue : "\(kind.rawValue) \(detail)" }
    }

    /// What a person can do to this element itself, not counting what is inside it or around it: taps, presses, typing,
    /// gestures, the actions of a row and those that assistive technology offers. Looking and scrolling don't count.
    public var reactions: [Reaction] {
        let kinds = Set(node.handlers.keys).union(node.decoration.handlers.keys)
        var found: [Reaction] = []
        for kind in EventKind.allCases where kinds.contains(kind) {
            switch kind {
            case .tap, .longPress, .menu, .input, .submit, .drag, .magnify, .doubleTap, .refresh, .dismiss:
                found.append(Reaction(kind: kind, detail: ""))
            case .swipe:
                let names = attributes["data-actions"] ?? ""
                found += names.split(separator: "\u{1f}").map { Reaction(kind: kind, detail: String($0)) }
            case .change, .focus, .blur, .key, .scroll, .window, .hover, .action: break
            }
        }
        return found + actions.map { Reaction(kind: .action, detail: $0) }
    }

    /// Names of what assistive technology offers.
    public var actions: [String] { node.decoration.accessibility.actions }

    private func words(_ node: RenderNode) -> String {
        if let label = node.decoration.accessibility.label ?? node.attributes["aria-label"] { return label }
        if !node.plainText.isEmpty { return node.plainText }
        return node.children.map { words($0) }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// Why a driver could not do what it was asked.
public enum DriverError: Error, CustomStringConvertible {
    /// Nothing has that name.
    case notFound(String, shown: [String])
    /// It does not react to that.
    case deaf(String, String)
    /// It is disabled.
    case disabled(String)

    /// What went wrong, and what is there instead.
    public var description: String {
        switch self {
        case .notFound(let name, let shown):
            "Nothing on screen is called “\(name)”. There is: \(shown.map { "“\($0)”" }.joined(separator: ", "))"
        case .deaf(let name, let event): "“\(name)” does not react to \(event)."
        case .disabled(let name): "“\(name)” is disabled."
        }
    }
}
