import Foundation

/// Why a program could not be started.
struct ChildProcessError: Error {}

/// A program that is run to its end.
enum ChildProcess {
    /// How a program ended.
    enum End: Sendable, Hashable {
        case exited(Int)
        /// By a signal, such as ours when it took too long.
        case killed
    }

    /// What a program gets of the environment: nothing that could hold a link.
    private static let passedOn = [
        "PATH", "HOME", "USER", "LANG", "LC_ALL", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR",
        "DBUS_SESSION_BUS_ADDRESS",
    ]

    /// Runs a program.
    /// - Parameters:
    ///   - command: path and arguments.
    ///   - input: its standard input.
    ///   - patience: milliseconds after which it is killed.
    static func run(_ command: [String], input: Data, patience: Int) async throws -> End {
        guard let path = command.first, path.hasPrefix("/") else { throw ChildProcessError() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.filter { passedOn.contains($0.key) }
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (stream, continuation) = AsyncStream.makeStream(of: End.self)
        process.terminationHandler = { process in
            continuation.yield(
                process.terminationReason == .exit ? .exited(Int(process.terminationStatus)) : .killed)
            continuation.finish()
        }
        do { try process.run() } catch { throw ChildProcessError() }
        let identifier = process.processIdentifier
        // A program that does not read its input must not hold up the bridge; events are smaller than a pipe.
        let writer = pipe.fileHandleForWriting
        _ = fcntl(writer.fileDescriptor, F_SETFL, O_NONBLOCK)
        input.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { _ = write(writer.fileDescriptor, start, bytes.count) }
        }
        do { try writer.close() } catch { throw ChildProcessError() }
        let guardian = Task {
            try await Task.sleep(for: .milliseconds(patience))
            kill(identifier, SIGKILL)
        }
        defer { guardian.cancel() }
        for await end in stream { return end }
        return .killed
    }
}
