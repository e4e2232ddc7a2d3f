import Foundation

/// A PostgreSQL of the test's own, on a socket in a temporary folder; as root it runs under another user, as it must.
final class PostgresProcess: Sendable {
    let address: String
    private let folder: URL
    private let bin: String
    private let prefix: [String]
    private let server = Process()

    /// The newest installed version's programs; nil when there is none.
    private static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return versions.compactMap { Int($0) }.sorted().last.map { "\(root)/\($0)/bin" }
    }()

    /// Why it cannot run here; nil when it can.
    static let obstacle: String? = {
        guard programs != nil else { return "postgresql is not installed" }
        if getuid() == 0, getpwnam("nobody") == nil { return "there is no unprivileged user to run PostgreSQL as" }
        return nil
    }()

    init() throws {
        guard let programs = Self.programs else { throw TestTimeout(what: "PostgreSQL's programs") }
        bin = programs
        folder = URL(filePath: "/tmp/enclave-pg-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if getuid() == 0, let nobody = getpwnam("nobody") {
            chown(folder.path, nobody.pointee.pw_uid, nobody.pointee.pw_gid)
            prefix = ["setpriv", "--reuid=nobody", "--regid=\(nobody.pointee.pw_gid)", "--clear-groups"]
        } else {
            prefix = []
        }
        let data = folder.path + "/data"
        address = "postgresql:///postgres?host=\(folder.path)&user=bridge"
        try run("initdb", ["-D", data, "-U", "bridge", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"])
        // The server itself, not pg_ctl: a daemon it leaves behind would keep the process's pipes open for ever.
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        server.arguments =
            prefix + ["\(bin)/postgres", "-D", data, "-k", folder.path, "-c", "listen_addresses=", "-F"]
        server.currentDirectoryURL = folder
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.run()
        for _ in 0..<200 where !isReady { usleep(50_000) }
        guard isReady else { throw TestTimeout(what: "PostgreSQL's start") }
    }

    private var isReady: Bool {
        do {
            try run("pg_isready", ["-q", "-h", folder.path])
            return true
        } catch {
            return false
        }
    }

    /// The server's tables and write-ahead log as they lie on the disk.
    func files() throws -> [(name: String, data: Data)] {
        let data = folder.appending(path: "data")
        return try ["base", "pg_wal"].flatMap { part -> [(String, Data)] in
            try FileManager.default.subpathsOfDirectory(atPath: data.appending(path: part).path).compactMap { name in
                let file = data.appending(path: part).appending(path: name)
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue
                else { return nil }
                return (name, try Data(contentsOf: file, options: .mappedIfSafe))
            }
        }
    }

    func stop() {
        // An immediate shutdown: nothing of it is kept.
        kill(server.processIdentifier, SIGQUIT)
        server.waitUntilExit()
        _ = try? FileManager.default.removeItem(at: folder)
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = prefix + ["\(bin)/\(program)"] + arguments
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestTimeout(what: "\(program)") }
    }
}
