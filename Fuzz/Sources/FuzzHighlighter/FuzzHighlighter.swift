import Transcript

/// Tokens, joined, are the code, in every language. The first byte names the language.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: data, count: size)
    guard let first = bytes.first else { return 0 }
    let code = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let language = CodeLanguage.allCases[Int(first) % CodeLanguage.allCases.count]
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let tokens = CodeHighlighter.tokens(code, language: language)
    precondition(tokens.count == lines.count)
    for (line, tokens) in zip(lines, tokens) {
        let joined = tokens.map(\.text).joined()
        precondition(joined.utf8.elementsEqual(line.utf8), "a token lost text")
    }
    return 0
}
