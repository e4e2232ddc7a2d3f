import Foundation

/// Files that hold secrets: nobody but their owner may read or write them.
enum PrivateFile {
    /// The file's bytes.
    /// - Parameters:
    ///   - what: what the file is, for the error.
    ///   - isOne: whether bytes look like it: nobody is told to change the mode of a file that is something else.
    /// - Throws: ``BridgeConfigError/tooOpen(_:_:)`` when group or others may do anything with it,
    ///   ``BridgeConfigError/foreign(_:_:)`` when it is not this user's to make private.
    static func read(_ path: String, what: String, isOne: (Data) -> Bool) throws(BridgeConfigError) -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(what, path, String(cString: strerror(errno))) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // Of the open file, not of the path: that may be another one by now.
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .unreadable(what, path, String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(what, path, "it is a folder") }
        let isOpen = status.st_mode & 0o077 != 0
        guard !isOpen || status.st_uid == geteuid() else { throw .foreign(what, path) }
        let data: Data
        do {
            data = try file.readToEnd() ?? Data()
        } catch {
            throw .unreadable(what, path, "it cannot be read")
        }
        if isOpen {
            guard isOne(data) else { throw .unreadable(what, path, "it is something else, or empty") }
            throw .tooOpen(what, path)
        }
        return data
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
