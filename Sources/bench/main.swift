import Foundation

/// `bench NAME [ARGUMENTS]`: runs one measurement and prints its figures; `bench all` runs every one, and without a
/// name it says which there are.
let benchmarks: [any Benchmark.Type] =
    [DecodeBenchmark.self, JoinBenchmark.self, TranscriptBenchmark.self, MarkdownBenchmark.self]
    + PlatformBenchmarks.all

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["all"] {
    var isWhole = true
    for benchmark in benchmarks {
        print("\(benchmark.name): \(benchmark.about)")
        do {
            try await benchmark.run([])
        } catch {
            isWhole = false
            FileHandle.standardError.write(Data("\(benchmark.name): \(error)\n".utf8))
        }
    }
    exit(isWhole ? 0 : 1)
}
guard let name = arguments.first, let benchmark = benchmarks.first(where: { $0.name == name }) else {
    print("usage: bench all | bench NAME [ARGUMENTS]")
    for benchmark in benchmarks { print("  \(benchmark.name)  \(benchmark.about)") }
    exit(arguments.isEmpty ? 0 : 2)
}
do {
    try await benchmark.run(Array(arguments.dropFirst()))
} catch {
    FileHandle.standardError.write(Data("\(benchmark.name): \(error)\n".utf8))
    exit(1)
}
