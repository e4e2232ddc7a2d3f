import CollabWire
import Foundation

/// Runs every file of a folder in the formats of `Tests/Vectors` and says how many cases hold.
///
/// `conformance DIR [--verbose] [--deviations FILE]`: a line for each failing case (and, verbosely, each deviating
/// one), then `N passed, N failed, N deviating`. Exit code 0 exactly when nothing failed, 2 when it could not run.
let suites: [any Suite.Type] = [
    LinksSuite.self, EnvelopesSuite.self, SealsSuite.self, LinesSuite.self, StreamsSuite.self,
    TransportStreamsSuite.self,
    ToolsSuite.self, RowsSuite.self,
]

func complain(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(2)
}

var arguments = CommandLine.arguments.dropFirst()
let isVerbose = arguments.contains("--verbose")
arguments.removeAll { $0 == "--verbose" }
var deviationsPath: String?
if let flag = arguments.firstIndex(of: "--deviations"), flag + 1 < arguments.endIndex {
    deviationsPath = arguments[flag + 1]
    arguments.removeSubrange(flag...flag + 1)
}
guard let path = arguments.first, arguments.count == 1 else {
    complain("usage: conformance DIR [--verbose] [--deviations FILE]")
}
let folder = Folder(url: URL(fileURLWithPath: path, isDirectory: true))
guard FileManager.default.fileExists(atPath: path) else { complain("There is no folder “\(path)”.") }

/// The table is looked for beside the vectors, then in the working copy this was built from.
let candidates = [
    deviationsPath, folder.url.appendingPathComponent("deviations.json").path, "Tests/Vectors/deviations.json",
    URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Tests/Vectors/deviations.json").standardized.path,
].compactMap(\.self)
guard let table = candidates.first(where: FileManager.default.fileExists(atPath:)) else {
    complain("deviations.json was not found; name it with --deviations FILE.")
}
do {
    var report = Report(deviations: try Deviations(contentsOf: URL(fileURLWithPath: table)), isVerbose: isVerbose)
    for suite in suites { await suite.run(in: folder, report: &report) }
    print(report.summary)
    exit(report.failed == 0 ? 0 : 1)
} catch {
    complain("\(table): \(error)")
}
