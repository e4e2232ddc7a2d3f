import Crypto
import Foundation

/// A bridge's folder, and the promise that no second bridge works on it at the same time.
final class StateFolder: Sendable {
    let path: String
    private let lock: Int32

    /// Makes the folder where it is missing, and takes its lock until this value is let go.
    /// - Throws: ``BridgeConfigError`` when another bridge holds the lock.
    init(_ path: String) throws(BridgeConfigError) {
        try PrivateFile.createFolder(path)
        self.path = path
        let file = path + "/lock"
        lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .unwritable(file, String(cString: strerror(errno))) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw .folderInUse(path)
        }
    }

    deinit { close(lock) }

    var registry: String { path + "/registry.sqlite" }

    static func registry(in path: String) -> String { path + "/registry.sqlite" }
}
