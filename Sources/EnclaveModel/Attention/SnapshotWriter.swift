import CollabGuest
import EnclaveContracts
import Foundation

/// Writes what the home-screen widget shows into the folder that app and extension share (feature N5).
///
/// Written only when it differs, and at most every ``interval``: the system gives widgets few reloads a day. A change
/// of who needs an answer is written at once.
@MainActor
public final class SnapshotWriter {
    /// Between two writes of anything but who needs an answer, milliseconds.
    public static let interval = 15_000.0

    private let files: PrivateFiles?
    private let clock: any SessionClock
    private let reload: () -> Void
    private var written: WidgetSnapshot?
    private var writtenAt = -Double.infinity
    private var waiting: WidgetSnapshot?
    private var alarm: Task<Void, Never>?

    /// A writer.
    /// - Parameters:
    ///   - files: the shared folder; nil where there is none.
    ///   - reload: tells the system that widgets have something else to show.
    public init(files: PrivateFiles?, clock: any SessionClock, reload: @escaping () -> Void) {
        self.files = files
        self.clock = clock
        self.reload = reload
    }

    /// The sessions are so now.
    public func observe(_ snapshot: WidgetSnapshot) {
        guard let files else { return }
        guard let written else {
            write(snapshot, files)
            return
        }
        guard Self.looks(snapshot, unlike: written) else {
            waiting = nil
            return
        }
        let due = writtenAt + Self.interval
        if Self.asking(snapshot) != Self.asking(written) || clock.now() >= due {
            write(snapshot, files)
            return
        }
        waiting = snapshot
        guard alarm == nil else { return }
        let clock = clock
        alarm = Task { [weak self] in
            do { try await clock.sleep(until: due) } catch { return }
            self?.ring()
        }
    }

    private func ring() {
        alarm = nil
        if let waiting, let files { write(waiting, files) }
    }

    private func write(_ snapshot: WidgetSnapshot, _ files: PrivateFiles) {
        alarm?.cancel()
        alarm = nil
        waiting = nil
        written = snapshot
        writtenAt = clock.now()
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            try files.write(encoder.encode(snapshot), to: WidgetSnapshot.fileName)
            reload()
        } catch {
            // The widget keeps its old picture, which carries its age; the next change tries again.
            written = nil
        }
    }

    /// The age alone is no news.
    private static func looks(_ left: WidgetSnapshot, unlike right: WidgetSnapshot) -> Bool {
        func ageless(_ snapshot: WidgetSnapshot) -> [WidgetSnapshot.Session] {
            snapshot.sessions.map { session in
                var session = session
                session.updatedAt = 0
                return session
            }
        }
        return ageless(left) != ageless(right)
    }

    private static func asking(_ snapshot: WidgetSnapshot) -> Set<String> {
        Set(snapshot.sessions.filter(\.needsAnswer).map(\.id))
    }
}
