import EnclaveModel
import Foundation

extension Fixture {
    /// The app behind its lock.
    static let locks: [Fixture] = [
        Fixture(.lock, .live, "locked") {
            let stage = try await locked()
            stage.owner.answer(.cancelled)
            try await stage.run("the way in") { stage.lock.cover == .lock(nil) }
            return stage
        },
        Fixture(.lock, .live, "covered") {
            let stage = try await launched(FixtureStage(listed: listedRooms()))
            try await stage.open("epsilver-site")
            stage.scene = .inactive
            return stage
        },
        Fixture(.lock, .loading, "asking") { try await locked() },
        Fixture(.lock, .error, "refused") {
            let stage = try await locked()
            stage.owner.answer(.refused)
            try await stage.run("the refusal") { stage.lock.cover == .lock(.failed) }
            return stage
        },
    ]

    /// An open session behind a lock whose owner is being asked for.
    @MainActor private static func locked() async throws -> FixtureStage {
        let stage = try await launched(FixtureStage(listed: listedRooms()))
        try await stage.open("epsilver-site")
        stage.owner.mood = .confirmed
        guard await stage.lock.require(true) else { throw FixtureError("the lock did not turn on") }
        stage.owner.mood = nil
        let window = UUID()
        stage.lock.entered(.background, in: window)
        stage.lock.entered(.active, in: window)
        try await stage.run("the question for the owner") { stage.owner.asked == 2 }
        return stage
    }
}
