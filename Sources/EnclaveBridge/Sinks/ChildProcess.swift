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
    ///   - patience: milliseconds after which it is killed, with whatever it started; it is too when the task is cancelled.
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
        @Sendable func end() {
            // Foundation gives it a process group of its own: what a script started must not stay behind.
            if getpgid(identifier) == identifier { kill(-identifier, SIGKILL) } else { kill(identifier, SIGKILL) }
            // Said here: Foundation hears of an end only when the last that inherited its socket is gone.
            continuation.yield(.killed)
            continuation.finish()
        }
        let guardian = Task.detached {
            do { try await Task.sleep(for: .milliseconds(patience)) } catch { return }
            end()
        }
        defer { guardian.cancel() }
        return await withTaskCancellationHandler {
            // Of a task of its own: in a cancelled one the stream would end before the program does.
            await Task.detached {
                for await end in stream { return end }
                return .killed
            }.value
        } onCancel: {
            end()
        }
    }
}
