import EnclaveFixtures
import Foundation

/// `pictures`: photographs every fixture in every variant, and compares the pictures with those that were kept.
@MainActor
@main
struct PictureBook {
    /// More than this share of a picture may not look different.
    static let tolerance = 0.012

    var folder = URL(fileURLWithPath: "build/pictures")
    let references = URL(fileURLWithPath: "Tests/Pictures")
    var compares = false
    var accepts = false
    var drawsIcon = false
    var audits = false
    var only: [String] = []
    var devices = Variant.Device.allCases
    var language = "en_US"

    /// What `--help` says.
    static let help = """
        usage: pictures [--compare | --accept] [--audit] [--language=de_DE] [--device=iPhone] [--into=FOLDER] [NAME…]
               pictures --icon

        Photographs the app's screens in headless Chromium: every fixture on every device, in both themes.

          NAME              beginnings of fixtures' names: "ask", "session-long"; without, all of them
          --compare         compares with the kept pictures (Tests/Pictures); 1 when something looks different
          --accept          keeps the pictures as those to compare with; look at them first
          --audit           says what is cut off, lies over something else, or is too small to be touched
          --language=LOCALE the language and region of the screens; en_US without
          --device=DEVICE   one of \(Variant.Device.allCases.map(\.rawValue).joined(separator: ", ")); without, all of them
          --into=FOLDER     where pictures and pages go; build/pictures without
          --icon            draws the app's icons instead
          --list            names the fixtures
          --table           writes which fixture shows which screen in which state, as Docs/Screens.md has it
        """

    static func main() async {
        guard !CommandLine.arguments.contains("--help"), !CommandLine.arguments.contains("-h") else {
            print(help)
            return
        }
        guard !CommandLine.arguments.contains("--list") else {
            for fixture in Fixture.all { print(fixture.id) }
            return
        }
        guard !CommandLine.arguments.contains("--table") else { return print(Fixture.table, terminator: "") }
        do {
            var book = PictureBook()
            try book.read(Array(CommandLine.arguments.dropFirst()))
            exit(try await book.make() ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("pictures: \(error)\n".utf8))
            exit(2)
        }
    }

    private mutating func read(_ arguments: [String]) throws {
        for argument in arguments {
            switch argument {
            case "--compare": compares = true
            case "--accept": accepts = true
            case "--icon": drawsIcon = true
            case "--audit": audits = true
            case let language where language.hasPrefix("--language="):
                self.language = String(language.dropFirst("--language=".count))
            case let name where name.hasPrefix("--device="):
                guard let device = Variant.Device(rawValue: String(name.dropFirst("--device=".count))) else {
                    throw PictureError("devices are \(Variant.Device.allCases.map(\.rawValue).joined(separator: ", "))")
                }
                devices = [device]
            case let folder where folder.hasPrefix("--into="):
                self.folder = URL(fileURLWithPath: String(folder.dropFirst("--into=".count)))
            case let name where !name.hasPrefix("-"): only.append(name)
            default:
                throw PictureError(
                    "unknown option \(argument); see --help")
            }
        }
    }

    /// - Returns: whether everything looks as it did.
    private func make() async throws -> Bool {
        guard !drawsIcon else {
            let icons = URL(fileURLWithPath: "App/Enclave/Assets.xcassets/AppIcon.appiconset")
            for appearance in AppIcon.Appearance.allCases {
                try AppIcon.draw(appearance).write(png: icons.appending(path: "\(appearance.rawValue).png"))
            }
            return true
        }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "pages"), withIntermediateDirectories: true)
        let fixtures = Fixture.all.filter { fixture in
            only.isEmpty || only.contains { fixture.id.hasPrefix($0) }
        }
        let printer = PagePrinter(locale: Locale(identifier: language), devices: devices, styles: Self.styles)
        var (shots, complaints) = await pages(of: fixtures, printer)
        print("\(shots.count) pages of \(fixtures.count) fixtures")
        let photographer = try Photographer(folder: folder, audits: audits)
        for variant in Variant.all where devices.contains(variant.device) {
            let (pictures, findings) = try photographer.take(shots.filter { $0.variant == variant }, of: variant)
            complaints += findings
            for (name, picture) in pictures.sorted(by: { $0.key < $1.key }) {
                let small = picture.reduced(by: variant.device.reduction)
                let reference = references.appending(path: "\(name)-\(variant.name).png")
                if accepts {
                    try FileManager.default.createDirectory(at: references, withIntermediateDirectories: true)
                    try small.write(png: reference)
                } else if compares {
                    if let complaint = try compare(small, with: reference) { complaints.append(complaint) }
                }
            }
            print("\(variant.name): \(pictures.count) pictures")
        }
        for complaint in complaints { print(complaint) }
        return complaints.isEmpty
    }

    /// The pages of all fixtures, a few on stage at a time: most of their time is waiting for each other's threads.
    private func pages(of fixtures: [Fixture], _ printer: PagePrinter) async -> ([Shot], [String]) {
        var (shots, complaints): ([Shot], [String]) = ([], [])
        for start in stride(from: 0, to: fixtures.count, by: 8) {
            let tasks = fixtures[start..<min(start + 8, fixtures.count)].map { fixture in
                (fixture.id, Task { try await printer.shots(of: fixture) })
            }
            for (id, task) in tasks {
                switch await task.result {
                case .success(let pages): shots += pages
                case .failure(let error): complaints.append("\(id): \(String(describing: error).prefix(400))")
                }
            }
        }
        return (shots, complaints)
    }

    private func compare(_ picture: Bitmap, with reference: URL) throws -> String? {
        guard FileManager.default.fileExists(atPath: reference.path) else {
            return "\(reference.lastPathComponent): there is no kept picture; look at the new one, then --accept"
        }
        let difference = picture.difference(from: try Bitmap(png: reference))
        guard difference > Self.tolerance else { return nil }
        return
            "\(reference.lastPathComponent): \((difference * 100).formatted(.number.precision(.fractionLength(1)))) % looks different"
    }

    /// Fonts that come nearest to a device's.
    private static var styles: String {
        let terminal = URL(fileURLWithPath: "App/Enclave/Fonts/VT323-Regular.ttf")
        let face =
            FileManager.default.fileExists(atPath: terminal.path)
            ? "@font-face{font-family:VT323;src:url(\(terminal.absoluteString))}" : ""
        return face + """
            body .device{--sans:Inter,'DejaVu Sans',sans-serif;--serif:'Charis SIL','Liberation Serif',serif;\
            --mono:'JetBrains Mono','DejaVu Sans Mono',monospace}
            """
    }
}
