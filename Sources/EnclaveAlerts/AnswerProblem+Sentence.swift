import Foundation

extension AnswerProblem: LocalizedError {
    /// The sentence Siri says, and the notification shows.
    public var errorDescription: String? { AlertWords().notSent(self) }
}
