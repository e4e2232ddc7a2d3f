import Foundation
@_spi(Preview) import SwiftUI
import ViewTree

/// What a preview does, without its sockets: events in, messages out.
@MainActor final class PreviewSession {
    /// Sends a message to one tab, or to all but one.
    typealias Sender = @MainActor (_ text: String, _ receiver: UInt64?, _ except: UInt64?) -> Void

    /// Made when the first tab looks: until then the app has not begun, and has joined nothing.
    private var host: ViewHost?
    private var makeHost: (@MainActor (EnvironmentValues) -> ViewHost)?
    private let sender: Sender
    private var environment: EnvironmentValues
    private var device: Device
    /// What was changed in the page's bar, by name, so that every tab's bar shows it.
    private var settings: [String: String] = [:]
    /// What the browsers wish for; the last one counts where nobody has chosen.
    private var wishes: [(peer: UInt64, wishes: BrowserWishes)] = []
    private var isScheduled = false
    private var isRunning = false

    init<Content: View>(_ view: Content, options: PreviewServer.Options, sender: @escaping Sender) {
        self.sender = sender
        device = PreviewSession.device(named: options.device)
        environment = EnvironmentValues()
        environment.locale = options.locale
        PreviewSession.apply(device, to: &environment)
        if let scheme = options.scheme { settings["scheme"] = scheme == .dark ? "dark" : "light" }
        settle()
        makeHost = { ViewHost(view, environment: $0) }
    }

    /// The hierarchy; `nil` once the preview has ended.
    private func mounted() -> ViewHost? {
        if let host { return host }
        guard let makeHost else { return nil }
        let host = makeHost(environment)
        self.host = host
        host.onCommand = { [weak self] words in self?.send(["c": words]) }
        host.onAnnouncement = { [weak self] words in self?.send(["say": words]) }
        host.onCopy = { [weak self] words in self?.send(["copy": words]) }
        host.onOpenURL = { [weak self] url in
            // Only addresses that a browser may open are handed on.
            if ["http", "https", "mailto"].contains(url.scheme?.lowercased() ?? "") {
                self?.send(["open": url.absoluteString])
            }
        }
        _ = host.flush()
        if isRunning { run(host) }
        return host
    }

    /// Lets changes travel by themselves from here on.
    func begin() {
        isRunning = true
        if let host { run(host) }
    }

    private func run(_ host: ViewHost) {
        host.runsTimelines = true
        host.onNeedsFlush = { [weak self] in self?.schedule() }
        // What the first evaluation left to do was asked for before anybody listened.
        schedule()
    }

    /// Takes the hierarchy down.
    func end() {
        isRunning = false
        makeHost = nil
        host?.onNeedsFlush = nil
        host?.unmount()
        host = nil
    }

    /// Delivers a deep link.
    func open(_ url: URL) {
        mounted()?.open(url)
        flush()
    }

    private static func device(named name: String) -> Device {
        [.iPhone, .iPad, .iPadLandscape].first { $0.name == name } ?? .iPhone
    }

    private static func apply(_ device: Device, to environment: inout EnvironmentValues) {
        environment.horizontalSizeClass = device.isWide ? .regular : .compact
        environment.configure(
            size: CGSize(width: device.width, height: device.height),
            safeArea: EdgeInsets(top: device.top, leading: 0, bottom: device.bottom, trailing: 0))
    }

    // MARK: Down

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        Task { @MainActor [weak self] in
            // Changes of one frame travel together. A cancelled sleep only sends them sooner.
            do { try await Task.sleep(for: .milliseconds(12)) } catch {}
            self?.flush()
        }
    }

    func flush(acknowledging ack: (peer: UInt64, node: Int, sequence: Int)? = nil) {
        isScheduled = false
        guard let host else { return }
        let patches = host.flush()
        guard !patches.isEmpty || ack != nil else { return }
        let message: [String: Any] = patches.isEmpty ? [:] : ["p": patches.map(\.json)]
        if let ack {
            var own = message
            own["ack"] = [ack.node, ack.sequence]
            send(own, to: ack.peer)
            if !patches.isEmpty { send(message, except: ack.peer) }
        } else {
            send(message)
        }
    }

    private func send(_ message: [String: Any], to peer: UInt64? = nil, except: UInt64? = nil) {
        do {
            let data = try JSONSerialization.data(withJSONObject: message, options: [.withoutEscapingSlashes])
            sender(String(decoding: data, as: UTF8.self), peer, except)
        } catch {
            // A message of strings and numbers can always be written; if not, the tabs show the whole page again.
            host?.tree.forgetAll()
            schedule()
        }
    }

    // MARK: Up

    func handle(_ event: PreviewBridge.Event) {
        switch event {
        case .joined(let peer, let words):
            note(BrowserWishes(words), of: peer)
            guard let host = mounted() else { return }
            flush()
            let page: [String: Any] = [
                "device": device.properties, "settings": settings, "p": [["all", host.tree.html()]],
            ]
            send(page, to: peer)
        case .message(let peer, let text): receive(text, from: peer)
        case .left(let peer): note(nil, of: peer)
        }
    }

    /// A browser wishes for something, or has gone: then its wishes have, too.
    private func note(_ wish: BrowserWishes?, of peer: UInt64) {
        let before = wishes.last?.wishes
        wishes.removeAll { $0.peer == peer }
        if let wish { wishes.append((peer, wish)) }
        // The last tab leaves the screen as it was: nobody looks, and who comes back says what they wish for.
        guard let now = wishes.last?.wishes, now != before else { return }
        settle()
        update()
    }

    /// What was chosen in the bar, else what the browser wishes for, else what most people see.
    private func settle() {
        let wish = wishes.last?.wishes ?? BrowserWishes()
        func chosen<Value>(_ name: String, _ value: (String) -> Value?) -> Value? {
            settings[name].flatMap { $0 == PreviewPage.automatic ? nil : value($0) }
        }
        environment.colorScheme = chosen("scheme") { $0 == "dark" ? .dark : .light } ?? wish.scheme ?? .dark
        environment.dynamicTypeSize =
            chosen("size") { Int($0).flatMap(DynamicTypeSize.init(rawValue:)) } ?? wish.size ?? .large
        environment.configure(reduceMotion: chosen("motion") { $0 == "reduce" } ?? wish.reducesMotion ?? false)
        environment.configure(
            reduceTransparency: chosen("transparency") { $0 == "reduce" } ?? wish.reducesTransparency ?? false)
        environment.configure(
            contrast: chosen("contrast") { $0 == "more" } ?? wish.wantsContrast ?? false ? .increased : .standard)
    }

    private func receive(_ text: String, from peer: UInt64) {
        // What a page sends is not trusted to be well formed: anything else than an event is dropped.
        guard let event = PageEvent(text) else { return }
        if let setting = event.setting {
            if setting == "wishes" {
                note(BrowserWishes(event.payload.text), of: peer)
            } else {
                set(setting, event.payload.text)
            }
            return
        }
        guard let host, let node = event.node, let kind = event.kind else { return }
        if kind == .input {
            host.tree.assume(node, attribute: "data-value", value: event.payload.text)
            send(["p": [Patch.attributes(node, ["data-value": event.payload.text]).json]], except: peer)
        }
        if kind == .focus || kind == .blur {
            // Where somebody's focus is, is this tab's affair: no tab is told, unless the app wants it elsewhere.
            host.tree.assume(node, attribute: "data-focus", value: kind == .focus ? "1" : "0")
        }
        host.send(kind, to: node, event.payload)
        flush(acknowledging: event.sequence.map { (peer: peer, node: node, sequence: $0) })
    }

    private func set(_ name: String, _ value: String) {
        switch name {
        case "scheme", "size", "motion", "transparency", "contrast": break
        case "device":
            device = PreviewSession.device(named: value)
            PreviewSession.apply(device, to: &environment)
            send(["device": device.properties])
        case "locale": environment.locale = Locale(identifier: value)
        case "phase": environment.scenePhase = value == "background" ? .background : .active
        default: return
        }
        settings[name] = value
        send(["settings": [name: value]])
        settle()
        update()
    }

    private func update() {
        host?.environment = hostEnvironment()
        flush()
    }

    /// The environment as the page's bar wants it, with what the host itself has put there.
    private func hostEnvironment() -> EnvironmentValues {
        var wanted = environment
        if let host { wanted.openURL = host.environment.openURL }
        return wanted
    }
}
