import Transcript

/// However a text arrives, its blocks are those of the whole; ids are unique. The first byte says where to cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: data, count: size)
    guard let first = bytes.first else { return 0 }
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let whole = MarkdownDocument(text)
    precondition(Set(whole.blocks.map(\.id)).count == whole.blocks.count, "two blocks have one id")
    _ = whole.plainText

    var stream = StreamingMarkdown()
    var shown = ""
    var rest = text.unicodeScalars[...]
    let step = max(Int(first) % 61 + 1, rest.count / 40)
    var cuts = 0
    while !rest.isEmpty {
        shown += String(String.UnicodeScalarView(rest.prefix(step)))
        rest = rest.dropFirst(step)
        let before = stream.blocks
        let change = stream.update(text: shown)
        let kept = min(change.firstChangedBlock, before.count)
        precondition(before.prefix(kept) == stream.blocks.prefix(kept), "a block changed that was said to be the same")
        cuts += 1
        // At a few places in between, too: it costs the square otherwise.
        if cuts % 8 == 3 { precondition(stream.blocks == MarkdownDocument(shown).blocks, "differs on the way") }
    }
    stream.finish()
    precondition(stream.blocks == whole.blocks, "growing changed the blocks")
    return 0
}
