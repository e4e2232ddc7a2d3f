#if os(Linux)
    import CollabHost
    import Foundation
    import Testing

    @testable import enclave

    @Suite("Opening the live preview")
    struct LocalPreviewTests {
        private let folder = FileManager.default.temporaryDirectory.appending(path: "preview-\(UUID().uuidString)")

        /// A preview of nothing, whose address holds a token.
        private var preview: LocalPreview {
            get throws {
                LocalPreview(
                    address: try #require(URL(string: "http://127.0.0.1:9/?token=a-token-of-its-own")),
                    folder: folder.appending(path: "preview"), stop: {})
            }
        }

        private func failure(_ environment: [String: String]) throws -> String? {
            let preview = try preview
            do throws(CommandFailure) {
                try preview.openInBrowser(environment)
                return nil
            } catch {
                return error.message
            }
        }

        @Test("The desktop is given a private file that leads to the address, and no token among its arguments")
        func opens() async throws {
            defer { remove() }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // A pipe tells what the desktop's command got, when it got it.
            let (opener, told) = (folder.appending(path: "xdg-open"), folder.appending(path: "told"))
            #expect(mkfifo(told.path, 0o600) == 0)
            try Data("#!/bin/sh\n{ echo \"$@\"; stat -c %a \"$1\"; cat \"$1\"; } >'\(told.path)'\n".utf8).write(
                to: opener)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener.path)
            try preview.openInBrowser(["DISPLAY": ":0", "PATH": "\(folder.path):/usr/bin:/bin"])
            let words = try #require(try FileHandle(forReadingFrom: told).readToEnd())
            let lines = String(decoding: words, as: UTF8.self).split(separator: "\n").map(String.init)
            #expect(lines.first == folder.appending(path: "preview/open.html").path)
            #expect(lines.dropFirst().first == "600")
            #expect(lines.last?.contains("url=http://127.0.0.1:9/?token=a-token-of-its-own") == true)
        }

        @Test("Where there is no desktop, the sentence says what to do")
        func noDesktop() throws {
            defer { remove() }
            #expect(try failure(["PATH": "/usr/bin"])?.contains("open the address in a browser yourself") == true)
            #expect(try failure(["DISPLAY": ":0", "PATH": folder.path])?.contains("there is no desktop") == true)
        }

        private func remove() {
            // Nothing is there when nothing was written.
            try? FileManager.default.removeItem(at: folder)
        }
    }
#endif
