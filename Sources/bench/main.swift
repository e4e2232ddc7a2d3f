import Foundation

/// `bench NAME [ARGUMENTS]`: runs one measurement and prints its figures; without a name, says which there are.
let benchmarks: [any Benchmark.Type] =
    [DecodeBenchmark.self, TranscriptBenchmark.self, MarkdownBenchmark.self] + PlatformBenchmarks.all

let arguments = Array(CommandLine.arguments.dropFirst())
guard let name = arguments.first, let benchmark = benchmarks.first(where: { $0.name == name }) else {
    print("usage: bench NAME [ARGUMENTS]")
    for benchmark in benchmarks { print("  \(benchmark.name)  \(benchmark.about)") }
    exit(arguments.isEmpty ? 0 : 2)
}
do {
    try await benchmark.run(Array(arguments.dropFirst()))
} catch {
    FileHandle.standardError.write(Data("\(benchmark.name): \(error)\n".utf8))
    exit(1)
}
