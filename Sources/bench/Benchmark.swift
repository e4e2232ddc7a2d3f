import Foundation

/// One measurement.
protocol Benchmark {
    /// How it is called on the command line.
    static var name: String { get }
    /// What it measures, in one line.
    static var about: String { get }

    /// Measures and prints.
    static func run(_ arguments: [String]) async throws
}

/// What a benchmark could not do.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}

enum Measure {
    /// Milliseconds each of `runs` calls took, sorted.
    static func milliseconds(runs: Int, _ body: () throws -> Void) rethrows -> [Double] {
        let clock = ContinuousClock()
        var times: [Double] = []
        for _ in 0..<runs {
            let time = try clock.measure(body)
            times.append(Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1e3)
        }
        return times.sorted()
    }

    static func median(_ sorted: [Double]) -> Double { sorted[sorted.count / 2] }

    /// The fastest run: what the code takes when nothing else wants the machine.
    static func fastest(_ sorted: [Double]) -> Double { sorted[0] }

    static func format(_ value: Double, _ digits: Int = 1) -> String { String(format: "%.\(digits)f", value) }
}

/// Runs other programs, for generators and baselines.
enum Program {
    /// The output of a program, or nil when it is not installed.
    static func output(_ name: String, _ arguments: [String]) throws -> Data? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        switch process.terminationStatus {
        case 0: return data
        case 127: return nil
        default: throw BenchmarkError(description: "\(name) ended with \(process.terminationStatus)")
        }
    }

    /// A file of the package's `Scripts` folder.
    static func script(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Scripts/\(name)").standardized.path
    }
}
