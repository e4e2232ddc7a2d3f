// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets for everything that reads outside bytes. A package of its own, because libFuzzer brings its own `main`
// and its flags must not reach the products. `Scripts/fuzz SECONDS` builds and runs them.

let names = ["FuzzLink", "FuzzJSON", "FuzzFrame", "FuzzLines", "FuzzControl"]

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "Enclave", path: "..")],
    targets: names.map { name in
        .executableTarget(
            name: name,
            dependencies: [.product(name: "CollabWire", package: "Enclave")],
            // libFuzzer's main calls LLVMFuzzerTestOneInput; there is no top-level code.
            swiftSettings: [.unsafeFlags(["-parse-as-library"])])
    },
    swiftLanguageModes: [.v6]
)
