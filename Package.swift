// swift-tools-version: 6.2
import PackageDescription

// The rooms of the house, ground floor first; ARCHITECTURE.md says what each is for.
// Arrows only go down: Tests/ArchitectureTests reads the imports of every room.

var targets: [Target] = []
var products: [Product] = []

#if os(Linux)
    // C libraries from Debian, one wrapper each (Scripts/bootstrap installs them).
    targets += [
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CWebSockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
        .systemLibrary(
            name: "CCMarkGFM", pkgConfig: "libcmark-gfm",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(
            name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    ]
    // WebSocket client and server over libwebsockets; Apple's systems have the client in Foundation.
    targets += [.target(name: "WebSockets", dependencies: ["CWebSockets"])]
    // The push daemon runs beside hosts and relays, not on phones.
    targets += [
        .target(
            name: "EnclaveBridge",
            dependencies: [
                "Crypto", "CollabWire", "CollabReplica", "CollabGuest", "Transcript", "EnclaveContracts", "Attention",
                "WebSockets", "CCurl", "CSQLite", "CPostgres",
            ]),
        .testTarget(
            name: "EnclaveBridgeTests",
            dependencies: [
                "EnclaveBridge", "EnclaveModel", "EnclaveAlerts", "CollabHost", "CollabTesting", "WebSockets",
            ],
            exclude: ["Servers"]),
    ]
    let bridgeLibraries: [Target.Dependency] = ["EnclaveBridge"]
    let cryptoLibraries: [Target.Dependency] = ["COpenSSL"]
    let socketLibraries: [Target.Dependency] = ["WebSockets"]
    let markdownLibraries: [Target.Dependency] = ["CCMarkGFM"]
    let codeLibraries: [Target.Dependency] = ["CQRencode"]
    let dependencies: [Package.Dependency] = []
    let screenLibraries: [Target.Dependency] = ["SwiftUI", "UIKit", "PhotosUI"]
    let alertLibraries: [Target.Dependency] = ["UserNotifications"]
    let viewLibraries: [Target.Dependency] = ["SwiftUI"]
    let widgetLibraries: [Target.Dependency] = ["WidgetKit", "ActivityKit", "AppIntents"]

    // Notifications, without any view: the model below the screens speaks of them.
    targets += [.target(name: "UserNotifications", path: "Compat/UserNotifications")]
    let catalogExclusions: [String] = []
    let catalogResources: [Resource] = [.copy("Words/Localizable.xcstrings")]

    // What `enclave demo` and `enclave join` show the app's own screens with.
    let previewLibraries: [Target.Dependency] = ["EnclaveUI", "PreviewServer", "SwiftUI"]
    let viewTestLibraries: [Target.Dependency] = ["EnclaveUI", "ViewTesting", "ViewTree", "SwiftUI"]

    // Apple's module names, for a machine without Apple's SDK: see Compat/README.md.
    targets += [
        .target(name: "ViewTree", path: "Compat/ViewTree"),
        .target(name: "SwiftUI", dependencies: ["ViewTree"], path: "Compat/SwiftUI"),
        .target(name: "UIKit", dependencies: ["SwiftUI"], path: "Compat/UIKit"),
        .target(name: "PhotosUI", dependencies: ["SwiftUI", "UIKit"], path: "Compat/PhotosUI"),
        .target(name: "ActivityKit", path: "Compat/ActivityKit"),
        .target(name: "AppIntents", dependencies: ["SwiftUI"], path: "Compat/AppIntents"),
        .target(
            name: "WidgetKit", dependencies: ["SwiftUI", "ActivityKit", "AppIntents"], path: "Compat/WidgetKit"),
        .target(name: "ViewTesting", dependencies: ["SwiftUI", "ViewTree"], path: "Compat/ViewTesting"),
        .target(
            name: "PreviewServer", dependencies: ["Crypto", "SwiftUI", "ViewTree", "WebSockets"],
            path: "Compat/PreviewServer"),
        .testTarget(
            name: "AttentionSystemTests",
            dependencies: [
                "EnclaveUI", "EnclaveModel", "EnclaveAlerts", "EnclaveContracts", "ActivityKit",
                "UserNotifications",
            ]),
        .testTarget(
            name: "EnclaveWidgetsTests",
            dependencies: [
                "EnclaveWidgets", "EnclaveContracts", "SwiftUI", "WidgetKit", "ActivityKit", "AppIntents",
                "ViewTesting",
            ]),
        .testTarget(
            name: "CompatTests",
            dependencies: [
                "SwiftUI", "UIKit", "PhotosUI", "ViewTree", "ViewTesting", "PreviewServer", "WebSockets", "EnclaveUI",
                "EnclaveModel", "CollabGuest", "CollabTesting", "CollabWire",
            ],
            exclude: ["Negative"]),
        .executableTarget(name: "pictures", dependencies: ["EnclaveFixtures", "SwiftUI", "ViewTesting", "CPNG"]),
        .testTarget(
            name: "EnclaveUITests",
            dependencies: [
                "CollabWire", "CollabGuest", "Transcript", "EnclaveContracts", "EnclaveModel", "EnclaveUI",
                "EnclaveFixtures", "SwiftUI", "UIKit", "ViewTesting",
            ]),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "EnclaveUI", "EnclaveModel", "CollabHost", "CollabGuest", "CollabWire", "PreviewServer", "SwiftUI",
                "WebSockets",
            ]),
    ]
#else
    let bridgeLibraries: [Target.Dependency] = []
    let cryptoLibraries: [Target.Dependency] = []
    let socketLibraries: [Target.Dependency] = []
    let markdownLibraries: [Target.Dependency] = [
        .product(name: "cmark-gfm", package: "swift-cmark"),
        .product(name: "cmark-gfm-extensions", package: "swift-cmark"),
    ]
    let codeLibraries: [Target.Dependency] = []
    let screenLibraries: [Target.Dependency] = []
    let alertLibraries: [Target.Dependency] = []
    let viewLibraries: [Target.Dependency] = []
    let widgetLibraries: [Target.Dependency] = []
    let previewLibraries: [Target.Dependency] = []
    let viewTestLibraries: [Target.Dependency] = []
    // Xcode compiles the catalog into the app itself, where `Text` looks for its words.
    let catalogExclusions = ["Words/Localizable.xcstrings"]
    let catalogResources: [Resource] = []
    let dependencies: [Package.Dependency] = [
        .package(url: "https://github.com/swiftlang/swift-cmark.git", branch: "gfm")
    ]
#endif

targets += [
    .target(name: "Crypto", dependencies: cryptoLibraries),
    .target(name: "CollabWire", dependencies: ["Crypto"]),
    .target(name: "CollabReplica", dependencies: ["CollabWire"]),
    .target(name: "CollabGuest", dependencies: ["CollabWire", "CollabReplica"] + socketLibraries),
    .target(name: "CollabTesting", dependencies: ["CollabGuest"]),
    .target(
        name: "CollabHost", dependencies: ["CollabWire", "CollabGuest"] + socketLibraries,
        resources: [.copy("Resources/Rooms")]),
    .target(name: "Transcript", dependencies: ["CollabWire", "CollabReplica"] + markdownLibraries),
    .target(name: "EnclaveContracts", dependencies: ["Crypto"]),
    .target(name: "Attention", dependencies: ["CollabWire", "Transcript", "EnclaveContracts"]),
    .target(name: "EnclaveAlerts", dependencies: ["Crypto", "EnclaveContracts"] + alertLibraries),
    .target(
        name: "EnclaveModel",
        dependencies: [
            "Crypto", "CollabWire", "CollabReplica", "CollabGuest", "Transcript", "EnclaveContracts", "Attention",
            "EnclaveAlerts",
        ]),
    .target(name: "EnclaveWidgets", dependencies: ["EnclaveContracts"] + viewLibraries + widgetLibraries),
    .target(
        name: "EnclaveUI",
        dependencies: [
            "CollabWire", "CollabReplica", "CollabGuest", "CollabHost", "Transcript", "EnclaveContracts",
            "EnclaveModel", "EnclaveAlerts", "EnclaveWidgets", "Attention", "Crypto",
        ] + screenLibraries + widgetLibraries + alertLibraries + codeLibraries,
        exclude: catalogExclusions, resources: catalogResources,
        swiftSettings: [.defaultIsolation(MainActor.self)]),
    .target(
        name: "EnclaveFixtures",
        dependencies: [
            "CollabWire", "CollabReplica", "CollabGuest", "CollabHost", "CollabTesting", "Transcript", "Crypto",
            "EnclaveAlerts", "EnclaveContracts", "EnclaveModel", "EnclaveUI", "EnclaveWidgets",
        ] + screenLibraries + widgetLibraries,
        resources: [.copy("Rooms")]),
    .executableTarget(
        name: "enclave",
        dependencies: ["CollabWire", "CollabGuest", "CollabReplica", "CollabHost", "Transcript", "EnclaveModel"]
            + codeLibraries + previewLibraries + bridgeLibraries),
    .executableTarget(
        name: "conformance",
        dependencies: [
            "Crypto", "CollabWire", "CollabReplica", "CollabGuest", "CollabTesting", "Transcript",
        ]),
    .executableTarget(
        name: "bench",
        dependencies: ["CollabWire", "CollabGuest", "CollabReplica", "CollabHost", "Transcript", "EnclaveModel"]
            + ["CollabTesting"] + socketLibraries + viewTestLibraries + bridgeLibraries),

    .testTarget(name: "CollabWireTests", dependencies: ["CollabWire", "Crypto"]),
    .testTarget(name: "CollabReplicaTests", dependencies: ["CollabReplica"]),
    .testTarget(name: "CollabGuestTests", dependencies: ["CollabGuest", "CollabTesting"] + socketLibraries),
    .testTarget(
        name: "CollabHostTests",
        dependencies: ["CollabHost", "CollabGuest", "CollabReplica", "CollabTesting", "CollabWire"]),
    .testTarget(name: "TranscriptTests", dependencies: ["Transcript"] + markdownLibraries),
    .testTarget(name: "EnclaveContractsTests", dependencies: ["EnclaveContracts", "Crypto"]),
    .testTarget(name: "CryptoTests", dependencies: ["Crypto"]),
    .testTarget(
        name: "EnclaveModelTests",
        dependencies: ["EnclaveModel", "Attention", "EnclaveAlerts", "CollabHost", "CollabTesting", "Crypto"]),
    .testTarget(
        name: "EnclaveAlertsTests", dependencies: ["EnclaveAlerts", "EnclaveContracts", "Crypto"] + alertLibraries),
    .testTarget(
        name: "EnclaveCommandTests", dependencies: ["enclave", "CollabTesting", "CollabHost", "Attention"],
        exclude: ["Recordings"]),
    .testTarget(name: "ArchitectureTests"),
]

products += [
    .library(name: "EnclaveModel", targets: ["EnclaveModel"]),
    .library(name: "EnclaveAlerts", targets: ["EnclaveAlerts"]),
    .library(name: "CollabWire", targets: ["CollabWire"]),
    .library(name: "Transcript", targets: ["Transcript"]),
    .library(name: "EnclaveUI", targets: ["EnclaveUI"]),
    .library(name: "EnclaveWidgets", targets: ["EnclaveWidgets"]),
    .executable(name: "enclave", targets: ["enclave"]),
]

let package = Package(
    name: "Enclave",
    defaultLocalization: "en",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: products,
    dependencies: dependencies,
    targets: targets,
    swiftLanguageModes: [.v6]
)
