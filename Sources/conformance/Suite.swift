import CollabWire
import Foundation

/// One kind of vector file. A suite reads the files of its format and reports each case.
protocol Suite {
    /// Short name that begins each line about a case.
    static var name: String { get }

    /// Runs all cases that `folder` holds; a folder without such files is fine.
    static func run(in folder: Folder, report: inout Report) async
}

/// The folder with the vector files.
struct Folder {
    let url: URL

    /// The JSON of a file, or nil when there is no such file.
    func json(_ path: String) throws -> JSONText? {
        let file = url.appendingPathComponent(path)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try JSONText(validating: Data(contentsOf: file))
    }

    /// The names of a sub-folder's files with this ending (which is left out), sorted.
    func names(in path: String, ending: String) throws -> [String] {
        let directory = url.appendingPathComponent(path)
        guard FileManager.default.fileExists(atPath: directory.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }

    /// The text of a file.
    func text(_ path: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
    }
}

extension JSONText {
    /// The bytes of a string of hexadecimal digits.
    var hexBytes: [UInt8]? {
        guard let digits = stringValue, digits.utf8.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        var rest = digits[...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

extension Sequence<UInt8> {
    var hex: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
