import EnclaveFixtures
import Foundation
import Testing
import ViewTesting

@testable import EnclaveUI

/// Whatever can be touched on the app's screens is touched, in every state: it does something that a person notices.
///
/// Nobody lists the controls: they are looked for in the tree, each is done to a stage of its own, and screen, pasteboard
/// and what the system was asked for are compared with before. What is the same in several states is done once.
@Suite("Every control", .serialized)
@MainActor
struct ControlCoverageTests {
    /// One thing to do to one element.
    private struct Control: Hashable, CustomStringConvertible {
        var role: String
        var name: String
        var reaction: ViewElement.Reaction

        /// The same control has the same name in every state but for its figures.
        var kind: String { "\(role) \(words) \(reaction)" }
        private var words: String { name.replacing(/[0-9]+/, with: "#") }

        /// Whether it is the same, perhaps with more to its text by now: an answer that is still being written has a menu too.
        func isGrown(from other: Self) -> Bool {
            guard role == other.role, reaction == other.reaction else { return false }
            return words == other.words || role.isEmpty && !other.words.isEmpty && words.hasPrefix(other.words)
        }
        var description: String { "\(reaction): \(role) “\(name.prefix(60))”" }
    }

    /// What was done already.
    private static var done: Set<String> = []

    /// What rightly changes nothing, and why.
    private static func isIdle(_ control: Control, _ element: ViewElement) -> Bool {
        // A picture that is not magnified has nowhere to be moved.
        if element.label == "Large image", control.reaction.description == "drag" { return true }
        // Who chooses what is chosen already has said nothing new.
        if element.isSelected, ["tab", "radio", "menuitemradio"].contains(element.role) { return true }
        return false
    }

    private func controls(_ screen: Screen) -> [(control: Control, element: ViewElement)] {
        screen.driver.reachable.filter(\.isEnabled).flatMap { element in
            element.reactions.map { reaction in
                // A container is called by the words in it, which change with the time: its action has a name.
                let isNamed = element.role.map { $0 != "listitem" } ?? false || reaction.detail.isEmpty
                let name = element.identifier ?? (isNamed ? element.label : "")
                return (Control(role: element.role ?? "", name: name, reaction: reaction), element)
            }
        }
    }

    /// Names that mean something else on every screen.
    private static let common: Set<String> = ["", "Done", "Close", "Cancel", "Dismiss", "Send", "Retry", "Back"]

    private static func isNew(_ control: Control, on screen: String) -> Bool {
        done.insert(common.contains(control.name) ? "\(screen) \(control.kind)" : control.kind).inserted
    }

    @Test("does something that a person notices", arguments: Fixture.all.map(\.id))
    func press(id: String) async throws {
        let name = try #require(Fixture.all.first { $0.id == id }).screen.rawValue
        var screen = try await Screen(fixture: id)
        // Lock screen, island and widgets reach the app by intents and addresses: their own suites carry those out.
        guard !screen.stage.showsSystem else { return try await screen.stage.close() }
        let wanted = controls(screen).map(\.control).filter { Self.isNew($0, on: name) }
        let before = state(of: screen)
        await screen.settle()
        let isQuiet = state(of: screen) == before

        var idle: [String] = []
        for control in wanted {
            // What another control left is a state like any other; whoever does nothing there is tried on a new stage.
            if element(of: control, on: screen) != nil,
                try await act(control, on: screen, isQuiet: isQuiet) == .noticed
            {
                continue
            }
            try await screen.stage.close()
            screen = try await Screen(fixture: id)
            switch try await act(control, on: screen, isQuiet: isQuiet) {
            case .noticed: break
            case .unnoticed: idle.append(control.description)
            case .absent: idle.append("\(control) is there only sometimes")
            }
        }
        try await screen.stage.close()
        #expect(idle.isEmpty, "\(idle.joined(separator: "\n"))")
    }

    private func element(of control: Control, on screen: Screen) -> ViewElement? {
        controls(screen).first { $0.control.isGrown(from: control) }?.element
    }

    private enum Outcome { case noticed, unnoticed, absent }

    /// Does it, if it is there, and compares.
    private func act(_ control: Control, on screen: Screen, isQuiet: Bool) async throws -> Outcome {
        // Transcripts and pictures arrive when other threads are done with them.
        for _ in 0..<60 where element(of: control, on: screen) == nil { await screen.settle() }
        guard let element = element(of: control, on: screen) else { return .absent }
        let before = state(of: screen)
        try screen.driver.perform(control.reaction, on: element)
        await rest(screen)
        // Where things move by themselves only what comes at once was surely done by the control.
        if isQuiet, state(of: screen) == before { await screen.settle() }
        return state(of: screen) != before || Self.isIdle(control, element) ? .noticed : .unnoticed
    }

    /// Lets tasks run while the clock stands still: nothing happens by itself.
    private func rest(_ screen: Screen) async {
        for _ in 0..<12 {
            await Task.detached {}.value
            await screen.driver.settle(turns: 21)
        }
    }

    /// All that a person could notice.
    private func state(of screen: Screen) -> [String] {
        let driver = screen.driver
        return [
            driver.page(), screen.driver.clipboard ?? "", driver.openedURLs.description, driver.shared.description,
            driver.announcements.description, driver.feedback.description,
        ]
    }
}
