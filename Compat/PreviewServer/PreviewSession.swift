import Foundation
@_spi(Preview) import SwiftUI
import ViewTree

/// What a preview does, without its sockets: events in, messages out.
@MainActor final class PreviewSession {
    /// Sends a message to one tab, or to all but one.
    typealias Sender = @MainActor (_ text: String, _ receiver: UInt64?, _ except: UInt64?) -> Void

    private let host: ViewHost
    private let sender: Sender
    private var device: Device
    private var isScheduled = false
    private var isRunning = false

    init<Content: View>(_ view: Content, options: PreviewServer.Options, sender: @escaping Sender) {
        self.sender = sender
        device = PreviewSession.device(named: options.device)
        var environment = EnvironmentValues()
        environment.colorScheme = options.scheme
        environment.locale = options.locale
        PreviewSession.apply(device, to: &environment)
        host = ViewHost(view, environment: environment)
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
    }

    /// Lets changes travel by themselves from here on.
    func begin() {
        isRunning = true
        host.runsTimelines = true
        host.onNeedsFlush = { [weak self] in self?.schedule() }
    }

    /// Takes the hierarchy down.
    func end() {
        isRunning = false
        host.onNeedsFlush = nil
        host.unmount()
    }

    /// Delivers a deep link.
    func open(_ url: URL) {
        host.open(url)
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
            host.tree.forgetAll()
            schedule()
        }
    }

    // MARK: Up

    func handle(_ event: PreviewBridge.Event) {
        switch event {
        case .joined(let peer):
            flush()
            send(["device": device.properties, "p": [["all", host.tree.html()]]], to: peer)
        case .message(let peer, let text): receive(text, from: peer)
        }
    }

    private func receive(_ text: String, from peer: UInt64) {
        // What a page sends is not trusted to be well formed: anything else than an event is dropped.
        guard let event = PageEvent(text) else { return }
        if let setting = event.setting {
            set(setting, event.payload.text)
            return
        }
        guard let node = event.node, let kind = event.kind else { return }
        if kind == .input {
            host.tree.assume(node, attribute: "data-value", value: event.payload.text)
            send(["p": [Patch.attributes(node, ["data-value": event.payload.text]).json]], except: peer)
        }
        host.send(kind, to: node, event.payload)
        flush(acknowledging: event.sequence.map { (peer: peer, node: node, sequence: $0) })
    }

    private func set(_ name: String, _ value: String) {
        var environment = host.environment
        switch name {
        case "scheme": environment.colorScheme = value == "dark" ? .dark : .light
        case "size":
            if let number = Int(value), let size = DynamicTypeSize(rawValue: number) {
                environment.dynamicTypeSize = size
            }
        case "device":
            device = PreviewSession.device(named: value)
            PreviewSession.apply(device, to: &environment)
            send(["device": device.properties])
        case "locale": environment.locale = Locale(identifier: value)
        case "motion": environment.configure(reduceMotion: value == "reduce")
        case "transparency": environment.configure(reduceTransparency: value == "reduce")
        case "contrast": environment.configure(contrast: value == "more" ? .increased : .standard)
        case "phase": environment.scenePhase = value == "background" ? .background : .active
        default: return
        }
        host.environment = environment
        flush()
    }
}
