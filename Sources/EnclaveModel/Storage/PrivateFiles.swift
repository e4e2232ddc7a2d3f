import Foundation

/// A folder that only this user can read, with files that are replaced in one step.
///
/// The folder is created with mode 0700 and every file with 0600 before the first byte is written, so no other user ever
/// has a moment to look. A write goes to a new file that is synced and then renamed over the old one: a crash leaves
/// the old or the new content, never half of it.
public struct PrivateFiles: Sendable {
    /// How strongly the device protects a file while it is locked. Only Apple's systems act on it.
    public enum Protection: Sendable, Hashable {
        /// Unreadable while the device is locked: drafts, outbox, offline copies.
        case complete
        /// Readable after the first unlock: what background work needs.
        case afterFirstUnlock
    }

    /// Sets a file's protection; ``platformProtection`` for the device, a recorder in tests.
    public typealias Protect = @Sendable (URL, Protection) throws -> Void

    /// Where the files are.
    public let folder: URL
    private let protection: Protection
    private let protect: Protect

    /// Files in a folder, which is created when the first file is written.
    public init(folder: URL, protection: Protection, protect: @escaping Protect = PrivateFiles.platformProtection) {
        self.folder = folder
        self.protection = protection
        self.protect = protect
    }

    /// The content of a file, or nil when there is none.
    /// - Throws: ``StorageError``; ``StorageError/locked`` while the device's protection hides it.
    public func read(_ name: String) throws(StorageError) -> Data? {
        do {
            return try Data(contentsOf: folder.appending(path: name))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return nil
        } catch let error as CocoaError where error.code == .fileReadNoPermission {
            throw .locked
        } catch {
            throw .unreadable(name)
        }
    }

    /// Replaces a file's content.
    /// - Throws: ``StorageError/unwritable(_:code:)`` with the system's error number.
    public func write(_ data: Data, to name: String) throws(StorageError) {
        try makeFolder()
        let target = folder.appending(path: name)
        let fresh = folder.appending(path: ".\(name).\(UUID().uuidString)")
        do throws(StorageError) {
            try create(fresh, content: data, name: name)
            do { try protect(fresh, protection) } catch { throw .unwritable(name, code: 0) }
            guard rename(fresh.path, target.path) == 0 else { throw .unwritable(name, code: errno) }
        } catch {
            unlink(fresh.path)
            throw error
        }
    }

    /// Deletes a file; one that is not there is deleted already.
    public func remove(_ name: String) throws(StorageError) {
        guard unlink(folder.appending(path: name).path) == 0 || errno == ENOENT else {
            throw .unwritable(name, code: errno)
        }
    }

    /// Deletes what writes have left behind that never came to their end.
    /// - Throws: ``StorageError``.
    public func removeLeftovers() throws(StorageError) {
        for name in try everything() where name.hasPrefix(".") { try remove(name) }
    }

    /// The names of all files, in no order.
    public func names() throws(StorageError) -> [String] {
        try everything().filter { !$0.hasPrefix(".") }
    }

    private func everything() throws(StorageError) -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw .unreadable(folder.lastPathComponent)
        }
    }

    private func makeFolder() throws(StorageError) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unwritable(folder.lastPathComponent, code: errno)
        }
        // An older or foreign folder may be open to others; what we put in it may not be.
        guard chmod(folder.path, 0o700) == 0 else { throw .unwritable(folder.lastPathComponent, code: errno) }
    }

    private func create(_ url: URL, content: Data, name: String) throws(StorageError) {
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(name, code: errno) }
        defer { close(descriptor) }
        var written = 0
        while written < content.count {
            let count = content.withUnsafeBytes { bytes in
                // A mapped or empty buffer has no base address only when it is empty, and then the loop does not run.
                bytes.baseAddress.map { Foundation.write(descriptor, $0 + written, bytes.count - written) } ?? -1
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .unwritable(name, code: errno) }
            written += count
        }
        guard fsync(descriptor) == 0 else { throw .unwritable(name, code: errno) }
    }
}

/// Why something could not be kept or read back. Names files, never their content.
public enum StorageError: Error, Sendable, Hashable {
    /// The device is locked; read again when protected data becomes available.
    case locked
    /// The file is there and can't be read.
    case unreadable(String)
    /// The file can't be written or deleted; with the system's error number, 0 when it gave none.
    case unwritable(String, code: Int32)
    /// The file's content is not what Enclave writes.
    case damaged(String)
}

extension StorageError: LocalizedError {
    /// A sentence a person can act on.
    public var errorDescription: String? {
        switch self {
        case .locked: "This is protected while the device is locked. Unlock it and try again."
        case .unreadable(let name): "“\(name)” could not be read. Check the permissions of Enclave's folder."
        case .unwritable(let name, let code):
            "“\(name)” could not be saved\(code == 0 ? "" : " (\(String(cString: strerror(code))))"). Check free space and permissions."
        case .damaged(let name): "“\(name)” is damaged and was left as it is."
        }
    }
}
