import Foundation

/// Files that hold secrets: nobody but their owner may read or write them.
enum PrivateFile {
    /// The file's bytes.
    /// - Parameter what: what the file is, for the error.
    /// - Throws: ``BridgeConfigError/tooOpen(_:_:)`` when group or others may do anything with it.
    static func read(_ path: String, what: String) throws(BridgeConfigError) -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(what, path, String(cString: strerror(errno))) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // Of the open file, not of the path: that may be another one by now.
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .unreadable(what, path, String(cString: strerror(errno)))
        }
        guard status.st_mode & 0o077 == 0 else { throw .tooOpen(what, path) }
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            throw .unreadable(what, path, "it cannot be read")
        }
    }

    /// Makes a file with mode 0600 that did not exist.
    static func create(_ path: String, _ data: Data) throws(BridgeConfigError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path, String(cString: strerror(errno))) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: data)
            try file.synchronize()
        } catch {
            throw .unwritable(path, "it cannot be written")
        }
    }

    /// Makes a folder with mode 0700, unless it is there.
    static func createFolder(_ path: String) throws(BridgeConfigError) {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unwritable(path, "the folder cannot be made")
        }
    }
}
