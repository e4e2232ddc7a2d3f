import Transcript

/// Output cut anywhere reads like the whole, and no control character survives. The first byte says where to cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: data, count: size)
    guard let first = bytes.first else { return 0 }
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let limits = TerminalText.Limits(lines: 200, columns: 300)
    let whole = TerminalText(text, limits: limits)
    var parts = TerminalText(limits: limits)
    var rest = text.unicodeScalars[...]
    let step = Int(first) % 17 + 1
    while !rest.isEmpty {
        parts.append(String(String.UnicodeScalarView(rest.prefix(step))))
        rest = rest.dropFirst(step)
    }
    precondition(parts.plainText.unicodeScalars.elementsEqual(whole.plainText.unicodeScalars), "a cut changed the text")
    for line in whole.lines {
        for scalar in line.plainText.unicodeScalars {
            precondition(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value), "a control character is left")
        }
    }
    precondition(!TerminalText.plain(text).unicodeScalars.contains("\u{1B}"))
    return 0
}
