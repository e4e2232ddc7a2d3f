import Attention
import EnclaveContracts
import Foundation
import Testing

@testable import EnclaveModel

@Suite("What the person wants to hear about")
@MainActor
struct AttentionPreferencesTests {
    private let folder = TemporaryFolder()
    private let shared = TemporaryFolder()

    private func preferences() -> AttentionPreferences {
        AttentionPreferences(
            files: PrivateFiles(folder: folder.url, protection: .afterFirstUnlock),
            shared: PrivateFiles(folder: shared.url, protection: .afterFirstUnlock))
    }

    @Test("Quiet by default: questions, titles, and no text through Apple's servers")
    func defaults() {
        let wishes = preferences().wishes
        #expect(wishes.asks && !wishes.turnEnds && !wishes.sessionEnds)
        #expect(wishes.privacy == .title)
        #expect(wishes.activityPrivacy == .private)
    }

    @Test("Choices outlive the process, and the extension reads the level at once")
    func kept() {
        let first = preferences()
        #expect(SharedPrivacy.level(in: shared.url) == .private)
        first.share()
        #expect(SharedPrivacy.level(in: shared.url) == .title)
        first.choices.attention.privacy = .preview
        first[hears: "r"] = false
        #expect(SharedPrivacy.level(in: shared.url) == .preview)
        let again = preferences()
        #expect(again.choices == first.choices)
        #expect(!again[hears: "r"])
        again[hears: "r"] = true
        #expect(again.wishes.muted.isEmpty)
    }

    @Test("A pushed activity never shows more than the lock screen may")
    func careful() {
        let preferences = preferences()
        preferences.choices.pushedActivityPrivacy = .preview
        preferences.choices.attention.privacy = .private
        #expect(preferences.wishes.activityPrivacy == .private)
    }

    @Test("A damaged file is said to be so, and the careful defaults hold")
    func damaged() throws {
        try PrivateFiles(folder: folder.url, protection: .afterFirstUnlock).write(
            Data("{".utf8), to: "attention.json")
        let preferences = preferences()
        #expect(preferences.problem != nil)
        #expect(preferences.choices == AttentionPreferences.Choices())
    }
}
