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

    /// Whether a bridge works on a folder now. Makes nothing and keeps nothing.
    static func isInUse(_ path: String) -> Bool {
        let lock = open(path + "/lock", O_RDONLY | O_CLOEXEC)
        guard lock >= 0 else { return false }
        defer { close(lock) }
        return flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Why a bridge of this user could not make the folder, or files in it; nil when it could.
    ///
    /// It is tried with an empty folder that is taken away at once: what modes say is not all there is, as in `/proc` or
    /// on a disk that is mounted to be read only.
    static func obstacle(_ path: String) -> BridgeConfigError? {
        var place = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL.path
        while !FileManager.default.fileExists(atPath: place), place != "/" {
            place = (place as NSString).deletingLastPathComponent
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), isFolder.boolValue else {
            return .unwritable(path, "\(place) is no folder")
        }
        let probe = place + "/.enclave-check-\(UUID().uuidString)"
        guard mkdir(probe, 0o700) == 0 else { return .unwritable(path, String(cString: strerror(errno))) }
        rmdir(probe)
        return nil
    }

    var registry: String { path + "/registry.sqlite" }

    static func registry(in path: String) -> String { path + "/registry.sqlite" }
}
