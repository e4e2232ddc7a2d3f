import Foundation

#if canImport(CCMarkGFM)
    import CCMarkGFM

    private typealias CMarkNode = OpaquePointer
#else
    import cmark_gfm
    import cmark_gfm_extensions

    private typealias CMarkNode = UnsafeMutablePointer<cmark_node>
#endif

/// Parses one bounded piece of Markdown with cmark-gfm into blocks.
///
/// cmark-gfm keeps the characters its extensions care about in global tables while it parses, so parsing is serialised
/// by a lock. Pieces are small, so nobody waits long.
enum CMarkParser {
    /// Containers and inline settings nested deeper than this are shown as text.
    static let deepestNesting = 24

    /// Reads a piece.
    ///
    /// - Parameters:
    ///   - source: the piece.
    ///   - definitions: link definitions from elsewhere in the document, as Markdown source.
    ///   - math: the formulas taken out of the piece.
    static func blocks(
        source: UnsafeBufferPointer<UInt8>, definitions: [UInt8], math: MarkdownMath
    ) -> [MarkdownBlock] {
        lock.lock()
        defer { lock.unlock() }
        guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return [] }
        defer { cmark_parser_free(parser) }
        for library in extensions {
            if let found = cmark_find_syntax_extension(library) {
                cmark_parser_attach_syntax_extension(parser, found)
            }
        }
        var skippedLines = 0
        if !definitions.isEmpty {
            skippedLines = definitions.count { $0 == .lineFeed }
            definitions.withUnsafeBytes { bytes in
                cmark_parser_feed(parser, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
            }
        }
        source.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        guard let root = cmark_parser_finish(parser) else { return [] }
        defer { cmark_node_free(root) }

        var builder = Builder(math: math)
        var child = cmark_node_first_child(root)
        // Definitions leave no block; if one was no definition after all, its text is not part of this piece.
        while let node = child, cmark_node_get_start_line(node) <= Int32(skippedLines), skippedLines > 0 {
            child = cmark_node_next(node)
        }
        return builder.blocks(from: child, depth: 0)
    }

    /// What a fence's info string says, escapes resolved.
    static func info(_ source: [UInt8]) -> String {
        let fence = Array("~~~ ".utf8) + source + [.lineFeed]
        let parsed = fence.withUnsafeBufferPointer { blocks(source: $0, definitions: [], math: MarkdownMath()) }
        guard parsed.count == 1, case .code(let code) = parsed[0].kind else {
            return String(decoding: source, as: UTF8.self)
        }
        return code.info
    }

    /// Held while cmark parses, by whoever calls it.
    static let lock = NSLock()

    private static let extensions: [String] = {
        cmark_gfm_core_extensions_ensure_registered()
        return ["table", "strikethrough", "autolink", "tasklist"]
    }()

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? ""
    }

    /// Turns cmark's nodes into blocks and runs.
    private struct Builder {
        let math: MarkdownMath

        // MARK: Blocks

        mutating func blocks(from first: CMarkNode?, depth: Int) -> [MarkdownBlock] {
            var blocks: [MarkdownBlock] = []
            var current = first
            while let node = current {
                current = cmark_node_next(node)
                guard let kind = kind(of: node, depth: depth) else { continue }
                blocks.append(MarkdownBlock(id: blocks.count, kind: kind))
            }
            return blocks
        }

        private mutating func kind(of node: CMarkNode, depth: Int) -> MarkdownBlock.Kind? {
            switch cmark_node_get_type(node) {
            case CMARK_NODE_PARAGRAPH:
                let runs = runs(in: node)
                return runs.isEmpty ? nil : .paragraph(runs)
            case CMARK_NODE_HEADING:
                return .heading(level: Int(cmark_node_get_heading_level(node)), runs(in: node))
            case CMARK_NODE_CODE_BLOCK:
                return .code(
                    MarkdownCode(
                        info: math.restored(text(cmark_node_get_fence_info(node))),
                        text: math.restored(text(cmark_node_get_literal(node))).withoutCarriageReturns))
            case CMARK_NODE_HTML_BLOCK:
                return html(math.restored(text(cmark_node_get_literal(node))))
            case CMARK_NODE_THEMATIC_BREAK:
                return .rule
            case CMARK_NODE_BLOCK_QUOTE:
                if depth >= CMarkParser.deepestNesting { return flat(node) }
                return .quote(blocks(from: cmark_node_first_child(node), depth: depth + 1))
            case CMARK_NODE_LIST:
                return depth >= CMarkParser.deepestNesting ? flat(node) : list(node, depth: depth)
            default:
                return String(cString: cmark_node_get_type_string(node)) == "table" ? table(node) : flat(node)
            }
        }

        private func html(_ literal: String) -> MarkdownBlock.Kind? {
            let kept = MarkdownHTML.withoutWrapperTags(literal)
            let trimmed = kept.trimmingCharacters(in: .newlines)
            return trimmed.isEmpty ? nil : .html(trimmed)
        }

        private mutating func list(_ node: CMarkNode, depth: Int) -> MarkdownBlock.Kind {
            var items: [MarkdownListItem] = []
            var current = cmark_node_first_child(node)
            while let item = current {
                current = cmark_node_next(item)
                let isTask = String(cString: cmark_node_get_type_string(item)) == "tasklist"
                items.append(
                    MarkdownListItem(
                        isChecked: isTask ? cmark_gfm_extensions_get_tasklist_item_checked(item) : nil,
                        blocks: blocks(from: cmark_node_first_child(item), depth: depth + 1)))
            }
            let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
            return .list(
                MarkdownList(
                    start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil,
                    isTight: cmark_node_get_list_tight(node) != 0,
                    items: items))
        }

        private mutating func table(_ node: CMarkNode) -> MarkdownBlock.Kind {
            let columns = Int(cmark_gfm_extensions_get_table_columns(node))
            var alignments = [MarkdownTable.Alignment](repeating: .natural, count: columns)
            if let marks = cmark_gfm_extensions_get_table_alignments(node) {
                for column in 0..<columns {
                    switch marks[column] {
                    case UInt8(ascii: "l"): alignments[column] = .left
                    case UInt8(ascii: "c"): alignments[column] = .center
                    case UInt8(ascii: "r"): alignments[column] = .right
                    default: break
                    }
                }
            }
            var header: [[MarkdownRun]] = []
            var rows: [[[MarkdownRun]]] = []
            var current = cmark_node_first_child(node)
            while let row = current {
                current = cmark_node_next(row)
                var cells: [[MarkdownRun]] = []
                var cell = cmark_node_first_child(row)
                while let found = cell, cells.count < columns {
                    cell = cmark_node_next(found)
                    cells.append(runs(in: found))
                }
                while cells.count < columns { cells.append([]) }
                if cmark_gfm_extensions_get_table_row_is_header(row) != 0 { header = cells } else { rows.append(cells) }
            }
            return .table(MarkdownTable(alignments: alignments, header: header, rows: rows))
        }

        /// What is nested too deep, as plain text.
        private func flat(_ node: CMarkNode) -> MarkdownBlock.Kind? {
            let text = math.restored(Self.literals(in: node))
            return text.isEmpty ? nil : .paragraph([MarkdownRun(text)])
        }

        /// All text below a node, without recursion.
        private static func literals(in node: CMarkNode) -> String {
            guard let iterator = cmark_iter_new(node) else { return "" }
            defer { cmark_iter_free(iterator) }
            var result = ""
            var event = cmark_iter_next(iterator)
            while event != CMARK_EVENT_DONE {
                if let current = cmark_iter_get_node(iterator) {
                    switch (cmark_node_get_type(current), event) {
                    case (CMARK_NODE_TEXT, _), (CMARK_NODE_CODE, _), (CMARK_NODE_HTML_INLINE, _),
                        (CMARK_NODE_CODE_BLOCK, _), (CMARK_NODE_HTML_BLOCK, _):
                        result += text(cmark_node_get_literal(current))
                    case (CMARK_NODE_SOFTBREAK, _), (CMARK_NODE_LINEBREAK, _):
                        result += "\n"
                    case (CMARK_NODE_PARAGRAPH, CMARK_EVENT_EXIT) where !result.isEmpty:
                        result += "\n"
                    default:
                        break
                    }
                }
                event = cmark_iter_next(iterator)
            }
            while result.last == "\n" { result.removeLast() }
            return result
        }

        // MARK: Inline

        private func safeLink(_ node: CMarkNode) -> SafeLink? {
            // Between angle brackets an address may hold spaces.
            SafeLink(math.restored(text(cmark_node_get_url(node))).replacing(" ", with: "%20"))
        }

        private func runs(in node: CMarkNode) -> [MarkdownRun] {
            var collector = Collector(math: math)
            append(childrenOf: node, style: [], link: nil, depth: 0, to: &collector)
            return collector.finished
        }

        private func append(
            childrenOf parent: CMarkNode, style: MarkdownRun.Style, link: SafeLink?, depth: Int,
            to collector: inout Collector
        ) {
            var current = cmark_node_first_child(parent)
            while let node = current {
                current = cmark_node_next(node)
                append(node, style: style, link: link, depth: depth, to: &collector)
            }
        }

        private func append(
            _ node: CMarkNode, style: MarkdownRun.Style, link: SafeLink?, depth: Int,
            to collector: inout Collector
        ) {
            if depth >= CMarkParser.deepestNesting {
                collector.append(Self.literals(in: node), style: style, link: link)
                return
            }
            switch cmark_node_get_type(node) {
            case CMARK_NODE_TEXT:
                collector.append(text(cmark_node_get_literal(node)), style: style, link: link)
            case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK:
                collector.append("\n", style: style, link: link)
            case CMARK_NODE_CODE:
                collector.append(text(cmark_node_get_literal(node)), style: style.union(.code), link: link)
            case CMARK_NODE_HTML_INLINE:
                let literal = math.restored(text(cmark_node_get_literal(node)))
                if !MarkdownHTML.isWrapperTag(literal) {
                    collector.append(literal, style: style.union(.html), link: link)
                }
            case CMARK_NODE_EMPH:
                append(childrenOf: node, style: style.union(.italic), link: link, depth: depth + 1, to: &collector)
            case CMARK_NODE_STRONG:
                append(childrenOf: node, style: style.union(.bold), link: link, depth: depth + 1, to: &collector)
            case CMARK_NODE_LINK:
                let target = safeLink(node) ?? link
                if cmark_node_first_child(node) == nil, let target {
                    // Nothing to tap would be a link nobody sees.
                    collector.append(target.address, style: style, link: target)
                }
                append(childrenOf: node, style: style, link: target, depth: depth + 1, to: &collector)
            case CMARK_NODE_IMAGE:
                let target = safeLink(node)
                let alternative = math.restored(Self.literals(in: node))
                let shown = alternative.isEmpty ? target?.host ?? "image" : alternative
                collector.append(shown, style: style.union(.image), link: target ?? link)
            default:
                let isStruck = String(cString: cmark_node_get_type_string(node)) == "strikethrough"
                append(
                    childrenOf: node, style: isStruck ? style.union(.strikethrough) : style, link: link,
                    depth: depth + 1, to: &collector)
            }
        }
    }

    /// Joins pieces of inline text that are set alike.
    private struct Collector {
        let math: MarkdownMath
        private(set) var finished: [MarkdownRun] = []

        init(math: MarkdownMath) { self.math = math }

        mutating func append(_ text: String, style: MarkdownRun.Style, link: SafeLink?) {
            guard !math.isEmpty else {
                add(MarkdownRun(text, style: style, link: link))
                return
            }
            for part in math.parts(of: text) {
                let isMath = part.isMath && !style.contains(.code)
                add(MarkdownRun(part.text, style: isMath ? style.union(.math) : style, link: link))
            }
        }

        private mutating func add(_ run: MarkdownRun) {
            guard !run.text.isEmpty else { return }
            // Two images side by side stay two.
            if let last = finished.last, last.style == run.style, last.link == run.link, !run.style.contains(.image) {
                finished[finished.count - 1].text += run.text
            } else {
                finished.append(run)
            }
        }
    }
}

extension String {
    /// The text with line ends as line feeds.
    var withoutCarriageReturns: String {
        guard utf8.contains(.carriageReturn) else { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var afterReturn = false
        for byte in utf8 {
            if byte == .carriageReturn {
                bytes.append(.lineFeed)
            } else if byte != .lineFeed || !afterReturn {
                bytes.append(byte)
            }
            afterReturn = byte == .carriageReturn
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
