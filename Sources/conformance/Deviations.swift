import CollabWire
import Foundation

/// The rules by which Enclave is meant to differ from the reference, with their reasons
/// (`Tests/Vectors/deviations.json`). By kind of behaviour, never by case.
struct Deviations {
    private let rules: Set<String>

    init(contentsOf file: URL) throws {
        let json = try JSONText(validating: Data(contentsOf: file))
        rules = Set((json["rules"]?.elements.map { $0 } ?? []).compactMap { $0["id"]?.stringValue })
    }

    func contains(_ rule: String) -> Bool { rules.contains(rule) }
}
