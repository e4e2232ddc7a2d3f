import Foundation
import Testing

@testable import EnclaveBridge

@Suite("The unit for systemd")
struct ServiceUnitTests {
    private static let program = "/usr/bin/systemd-analyze"
    private static let unit = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Docs/enclave-bridge.service").standardized

    @Test(
        "is one that systemd takes, with a program that is there",
        .enabled(if: FileManager.default.isExecutableFile(atPath: program), "systemd is not installed"))
    func verified() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "unit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let text = try String(contentsOf: Self.unit, encoding: .utf8)
        // Program and manual are installed elsewhere than in a test.
        let here = text.replacing("/usr/local/bin/enclave ", with: "/bin/true ")
            .replacing("Documentation=man:enclave(1)\n", with: "")
        #expect(here != text)
        let file = folder.appending(path: "enclave-bridge.service")
        try here.write(to: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: Self.program)
        process.arguments = ["verify", "--man=no", file.path]
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let words = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && words.isEmpty, "\(words)")
    }

    @Test("takes the bridge's end by SIGTERM for a success, gives it time, and lets nobody else read its state")
    func settings() throws {
        let lines = try String(contentsOf: Self.unit, encoding: .utf8).split(separator: "\n").map(String.init)
        for line in [
            "SuccessExitStatus=143", "KillSignal=SIGTERM", "TimeoutStopSec=45", "StateDirectoryMode=0700",
            "NoNewPrivileges=yes", "UMask=0077", "Restart=always",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(!lines.contains { $0.hasPrefix("ExecStart=") && $0.contains("/r/") })
    }
}
