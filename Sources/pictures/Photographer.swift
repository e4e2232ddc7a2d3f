import Foundation

/// Takes pictures of pages with a headless Chromium. Many pages share one sheet and one start of the browser.
struct Photographer {
    let folder: URL
    let browser: String
    let audits: Bool

    /// The widest and highest sheet, in points.
    private static let limit = (width: 4_400, height: 7_000)
    private static let margin = 24
    private static let caption = 28

    /// Where a shot lies on its sheet.
    private struct Place {
        var shot: Shot
        var x: Int
        var y: Int
    }

    /// Takes pictures into a folder.
    /// - Parameter audits: also measure what is on the pages, see ``PageAudit``.
    init(folder: URL, audits: Bool) throws {
        self.folder = folder
        self.audits = audits
        let names = ["chromium", "chromium-browser", "google-chrome"]
        let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let found = names.lazy.flatMap { name in paths.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else { throw PictureError("no Chromium was found; install it: apt-get install chromium") }
        browser = found
    }

    /// Takes all pictures of a variant.
    /// - Returns: the pictures by the shot's name, and what the browser found amiss on the pages.
    func take(
        _ shots: [Shot], of variant: Variant
    ) throws -> (pictures: [String: Bitmap], findings: [String]) {
        var pictures: [String: Bitmap] = [:]
        var findings: [String] = []
        for (number, sheet) in Self.sheets(shots).enumerated() {
            let name = "sheet-\(variant.name)-\(number + 1)"
            let size = (
                width: (sheet.map { $0.x + $0.shot.width }.max() ?? 0) + Self.margin,
                height: (sheet.map { $0.y + $0.shot.height }.max() ?? 0) + Self.margin
            )
            for place in sheet {
                try Data(place.shot.page.utf8).write(to: page(place.shot))
            }
            let document = folder.appending(path: "\(name).html")
            try Data(html(sheet, size, variant).utf8).write(to: document)
            let picture = folder.appending(path: "\(name).png")
            try run(["--screenshot=\(picture.path)"], document, size)
            guard FileManager.default.fileExists(atPath: picture.path) else {
                throw PictureError("Chromium took no picture of \(document.lastPathComponent)")
            }
            if audits {
                let dumped = try run(["--dump-dom"], document, size)
                findings += PageAudit.findings(in: dumped).map { "\(variant.name) \($0)" }
            }
            let bitmap = try Bitmap(png: picture)
            for place in sheet {
                let part = try bitmap.cropped(
                    x: place.x, y: place.y, width: place.shot.width, height: place.shot.height)
                pictures[place.shot.name] = part
                try part.write(png: folder.appending(path: "\(place.shot.name)-\(variant.name).png"))
            }
            try bitmap.reduced(by: 2).write(png: picture)
        }
        return (pictures, findings)
    }

    private func page(_ shot: Shot) -> URL {
        folder.appending(path: "pages/\(shot.name)-\(shot.variant.name).html")
    }

    /// Shelves of pictures, on as many sheets as it takes.
    private static func sheets(_ shots: [Shot]) -> [[Place]] {
        var sheets: [[Place]] = [[]]
        var (x, y, shelf) = (margin, margin + caption, 0)
        for shot in shots.sorted(by: { ($0.height, $0.name) < ($1.height, $1.name) }) {
            if x + shot.width + margin > limit.width {
                (x, y, shelf) = (margin, y + shelf + margin + caption, 0)
            }
            if y + shot.height + margin > limit.height, !(sheets.last?.isEmpty ?? true) {
                sheets.append([])
                (x, y, shelf) = (margin, margin + caption, 0)
            }
            sheets[sheets.count - 1].append(Place(shot: shot, x: x, y: y))
            x += shot.width + margin
            shelf = max(shelf, shot.height)
        }
        return sheets
    }

    private func html(_ sheet: [Place], _ size: (width: Int, height: Int), _ variant: Variant) -> String {
        let frames = sheet.map { place in
            """
            <p style="left:\(place.x)px;top:\(place.y - Self.caption)px">\(place.shot.name)</p>
            <iframe src="pages/\(place.shot.name)-\(variant.name).html" style="left:\(place.x)px;top:\(place.y)px" \
            width="\(place.shot.width)" height="\(place.shot.height)" data-name="\(place.shot.name)"></iframe>
            """
        }
        return """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>\(variant.name)</title><style>
            body{margin:0;background:#3a3a40;width:\(size.width)px;height:\(size.height)px;position:relative}
            iframe{position:absolute;border:0}#audit{display:none}p{position:absolute;margin:0;font:600 18px Inter,sans-serif;color:#fff}
            </style></head><body>\(frames.joined(separator: "\n"))\(PageAudit.script)</body></html>
            """
    }

    @discardableResult
    private func run(
        _ task: [String], _ document: URL, _ size: (width: Int, height: Int)
    ) throws -> String {
        // Children of the browser outlive it for a moment and still write: what they leave in the folder of the pictures
        // goes before the next start.
        let profile = folder.appending(path: "profile")
        if FileManager.default.fileExists(atPath: profile.path) { try FileManager.default.removeItem(at: profile) }
        defer {
            // Goes with the next run if a child holds it.
            try? FileManager.default.removeItem(at: profile)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: browser)
        process.arguments =
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
                "--allow-file-access-from-files", "--disable-dev-shm-usage", "--no-first-run",
                "--user-data-dir=\(profile.path)", "--window-size=\(size.width),\(size.height)",
                "--virtual-time-budget=4000",
            ] + task + [document.absoluteString]
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw PictureError("Chromium could not show \(document.lastPathComponent)")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
