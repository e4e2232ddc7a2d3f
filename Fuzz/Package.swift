// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets for everything that reads outside bytes. A package of its own, because libFuzzer brings its own `main`
// and its flags must not reach the products. `Scripts/fuzz SECONDS` builds and runs them.

// The product each target reads with.
let targets = [
    "CollabWire": ["FuzzLink", "FuzzJSON", "FuzzFrame", "FuzzLines", "FuzzControl"],
    "Transcript": ["FuzzMarkdown", "FuzzTerminalText", "FuzzDiff", "FuzzHighlighter", "FuzzImage"],
]

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "Enclave", path: "..")],
    targets: [.target(name: "FuzzSupport")]
        + targets.flatMap { product, names in
            names.map { name in
                .executableTarget(
                    name: name,
                    dependencies: ["FuzzSupport", .product(name: product, package: "Enclave")],
                    // libFuzzer's main calls LLVMFuzzerTestOneInput; there is no top-level code.
                    swiftSettings: [.unsafeFlags(["-parse-as-library"])])
            }
        },
    swiftLanguageModes: [.v6]
)
