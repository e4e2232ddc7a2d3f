import Foundation

/// Who waits for which reply of a browser: replies name the number of their command, and come in any order.
struct Replies {
    private var lastNumber = 0
    private var waiting: [Int: CheckedContinuation<Data, any Error>] = [:]
    private var failure: (any Error)?

    /// The number of the next command.
    /// - Throws: why the browser takes none any more.
    mutating func number() throws -> Int {
        if let failure { throw failure }
        lastNumber += 1
        return lastNumber
    }

    /// Somebody waits for the reply to a command.
    mutating func wait(for number: Int, _ continuation: CheckedContinuation<Data, any Error>) {
        if let failure { continuation.resume(throwing: failure) } else { waiting[number] = continuation }
    }

    /// A message came. Events have no number, and are not used.
    mutating func received(_ message: Data) {
        guard let object = try? JSONSerialization.jsonObject(with: message) as? [String: Any],
            let number = (object["id"] as? NSNumber)?.intValue
        else { return }
        waiting.removeValue(forKey: number)?.resume(returning: message)
    }

    /// A command could not be sent.
    mutating func failed(_ number: Int, _ error: any Error) {
        waiting.removeValue(forKey: number)?.resume(throwing: error)
    }

    /// The browser has ended: nobody gets a reply any more.
    mutating func ended(_ error: any Error = BrowserFailure(description: "The browser has ended.")) {
        failure = error
        for continuation in waiting.values { continuation.resume(throwing: error) }
        waiting = [:]
    }
}
