import CollabWire

/// Collects what the suites find and prints it.
struct Report {
    /// What came of a case.
    enum Outcome {
        case passed
        /// Different where Enclave means to be: the rule's id.
        case deviating(rule: String, String)
        case failed(String)
    }

    private let deviations: Deviations
    private(set) var passed = 0
    private(set) var failed = 0
    private(set) var deviating = 0
    private let isVerbose: Bool

    init(deviations: Deviations, isVerbose: Bool) {
        self.deviations = deviations
        self.isVerbose = isVerbose
    }

    /// Notes a case. A deviation counts as one only when the table knows its rule.
    mutating func record<S: Suite>(_ suite: S.Type, _ id: String, _ outcome: Outcome) {
        switch outcome {
        case .passed: passed += 1
        case .deviating(let rule, let difference):
            guard deviations.contains(rule) else {
                return record(suite, id, .failed("\(difference) (no rule “\(rule)” in deviations.json)"))
            }
            deviating += 1
            if isVerbose { print("DEVIATES \(suite.name) \(id) [\(rule)]: \(difference)") }
        case .failed(let difference):
            failed += 1
            print("FAILED \(suite.name) \(id): \(difference)")
        }
    }

    /// Notes a comparison of two texts.
    mutating func compare<S: Suite>(_ suite: S.Type, _ id: String, expected: String, found: String) {
        record(suite, id, expected == found ? .passed : .failed(Self.difference(expected: expected, found: found)))
    }

    var summary: String { "\(passed) passed, \(failed) failed, \(deviating) deviating" }

    /// Where two texts part, with some of what stands around it.
    static func difference(expected: String, found: String) -> String {
        let common = zip(expected.utf8, found.utf8).prefix { $0 == $1 }.count
        func excerpt(_ text: String) -> String {
            let bytes = Array(text.utf8)
            let start = Swift.max(0, Swift.min(common, bytes.count) - 30)
            let end = Swift.min(bytes.count, common + 60)
            return String(decoding: bytes[start..<end], as: UTF8.self)
        }
        return "at \(common): expected …\(excerpt(expected))… found …\(excerpt(found))…"
    }
}
