import Foundation

/// What is wrong with a host script, and where.
///
/// Its text reads like a compiler's: `room.json:12: timeline[3].wait: expected a number, found a string`.
public struct ScriptError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The script's name as the person gave it.
    public var source: String
    /// From 1; 0 when the script as a whole is meant (it could not be read at all).
    public var line: Int
    /// The path of the field, such as `timeline[3].assistant.rate`; empty at the top.
    public var field: String
    /// What is wrong and, where it helps, what would be right.
    public var problem: String

    /// Describes a problem at a place in a script.
    public init(source: String, line: Int, field: String, problem: String) {
        self.source = source
        self.line = line
        self.field = field
        self.problem = problem
    }

    /// `source:line: field: problem`.
    public var description: String {
        let place = line > 0 ? "\(source):\(line)" : source
        return field.isEmpty ? "\(place): \(problem)" : "\(place): \(field): \(problem)"
    }

    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}
