import AppIntents

/// The phrases that work without anybody setting them up (feature N5).
public struct EnclaveShortcuts: AppShortcutsProvider {
    /// Open, stop, send.
    public static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: OpenSessionIntent(),
            phrases: [
                "Open a session in \(.applicationName)",
                "Open \(\.$session) in \(.applicationName)",
            ],
            shortTitle: "Open session", systemImageName: "square.stack.3d.up")
        AppShortcut(
            intent: StopSessionIntent(),
            phrases: [
                "Stop a session in \(.applicationName)",
                "Stop \(\.$session) in \(.applicationName)",
            ],
            shortTitle: "Stop session", systemImageName: "stop.circle")
        AppShortcut(
            intent: SendPromptIntent(),
            phrases: [
                "Send a prompt in \(.applicationName)",
                "Send a prompt to \(\.$session) in \(.applicationName)",
            ],
            shortTitle: "Send prompt", systemImageName: "paperplane")
    }
}

/// The intents of this package, for the app's own list of packages.
public struct EnclaveIntents: AppIntentsPackage {}
