import Transcript

/// A diff of any bytes has lines whose marks lie in their text, and counts that cover its lines.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
    for file in DiffParser.parse(text, path: "path") { check(file) }
    let middle = text.unicodeScalars.count / 2
    let old = String(String.UnicodeScalarView(text.unicodeScalars.prefix(middle)))
    let new = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(middle)))
    check(FileDiff(replacing: old, with: new, path: nil, firstLine: 7))
    return 0
}

private func check(_ file: FileDiff) {
    let lines = file.hunks.flatMap(\.lines)
    precondition(lines.count { $0.kind == .added } <= file.added && lines.count { $0.kind == .removed } <= file.removed)
    for line in lines {
        precondition(line.segments.map(\.text).joined() == line.text, "segments lost text")
        var end = 0
        for mark in line.marks {
            precondition(
                mark.lowerBound >= end && mark.upperBound <= line.text.utf8.count && !mark.isEmpty, "a wrong mark")
            end = mark.upperBound
        }
    }
}
