import Foundation

@testable import Transcript

#if canImport(CCMarkGFM)
    import CCMarkGFM
#else
    import cmark_gfm
    import cmark_gfm_extensions
#endif

/// HTML of a Markdown text as cmark-gfm itself writes it: the reference our tree is compared with.
enum ReferenceHTML {
    /// Parses the whole text in one go; raw HTML becomes text, as we show it.
    static func html(_ text: String) -> String {
        CMarkParser.lock.lock()
        defer { CMarkParser.lock.unlock() }
        cmark_gfm_core_extensions_ensure_registered()
        let parser = cmark_parser_new(CMARK_OPT_DEFAULT)!
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
        }
        cmark_parser_feed(parser, text, text.utf8.count)
        let root = cmark_parser_finish(parser)!
        defer { cmark_node_free(root) }

        let iterator = cmark_iter_new(root)!
        while case let event = cmark_iter_next(iterator), event != CMARK_EVENT_DONE {
            let node = cmark_iter_get_node(iterator)!
            let literal = cmark_node_get_literal(node)
            switch cmark_node_get_type(node) {
            case CMARK_NODE_HTML_INLINE:
                let shown = cmark_node_new(CMARK_NODE_TEXT)!
                cmark_node_set_literal(shown, literal)
                cmark_node_replace(node, shown)
                cmark_node_free(node)
            case CMARK_NODE_HTML_BLOCK:
                let paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH)!
                let shown = cmark_node_new(CMARK_NODE_TEXT)!
                cmark_node_set_literal(shown, String(cString: literal!).trimmingCharacters(in: .newlines))
                cmark_node_append_child(paragraph, shown)
                cmark_node_replace(node, paragraph)
                cmark_node_free(node)
            default: break
            }
        }
        cmark_iter_free(iterator)
        let html = cmark_render_html(root, CMARK_OPT_UNSAFE, nil)!
        defer { free(html) }
        return String(cString: html)
    }
}

/// HTML of our tree, in the reference's manner.
struct TreeHTML {
    private(set) var html = ""

    static func html(_ blocks: [MarkdownBlock]) -> String {
        var writer = TreeHTML()
        writer.add(blocks, isTight: false)
        return writer.html
    }

    private mutating func add(_ blocks: [MarkdownBlock], isTight: Bool) {
        for block in blocks { add(block.kind, isTight: isTight) }
    }

    private mutating func add(_ kind: MarkdownBlock.Kind, isTight: Bool) {
        switch kind {
        case .heading(let level, let runs): html += "<h\(level)>\(inline(runs))</h\(level)>"
        case .paragraph(let runs): html += isTight ? inline(runs) : "<p>\(inline(runs))</p>"
        case .html(let text): html += "<p>\(escape(text))</p>"
        case .math(let text): html += "<p>\(escape(text))</p>"
        case .rule: html += "<hr />"
        case .quote(let blocks):
            html += "<blockquote>"
            add(blocks, isTight: false)
            html += "</blockquote>"
        case .code(let code):
            let language = code.info.split(separator: " ").first.map { " class=\"language-\(escape(String($0)))\"" }
            html += "<pre><code\(language ?? "")>\(escape(code.text))</code></pre>"
        case .list(let list):
            let tag = list.start == nil ? "ul" : "ol"
            let start = list.start.map { $0 == 1 ? "" : " start=\"\($0)\"" } ?? ""
            html += "<\(tag)\(start)>"
            for item in list.items {
                html += "<li>"
                if let isChecked = item.isChecked { html += "<input\(isChecked ? " checked=\"\"" : "") />" }
                add(item.blocks, isTight: list.isTight)
                html += "</li>"
            }
            html += "</\(tag)>"
        case .table(let table):
            html += "<table><thead>"
            add(row: table.header, "th", table.alignments)
            html += "</thead>"
            if !table.rows.isEmpty {
                html += "<tbody>"
                for row in table.rows { add(row: row, "td", table.alignments) }
                html += "</tbody>"
            }
            html += "</table>"
        }
    }

    private mutating func add(row: [[MarkdownRun]], _ tag: String, _ alignments: [MarkdownTable.Alignment]) {
        html += "<tr>"
        for (cell, alignment) in zip(row, alignments) {
            let align: String
            switch alignment {
            case .natural: align = ""
            case .left: align = " align=\"left\""
            case .center: align = " align=\"center\""
            case .right: align = " align=\"right\""
            }
            html += "<\(tag)\(align)>\(inline(cell))</\(tag)>"
        }
        html += "</tr>"
    }

    private func inline(_ runs: [MarkdownRun]) -> String {
        runs.map { run in
            if run.style.contains(.image) {
                return wrap("<img src=\"\(escape(run.link?.address ?? ""))\" alt=\"\(escape(run.text))\" />", run.style)
            }
            var text = escape(run.text)
            if run.style.contains(.code) { text = "<code>\(text)</code>" }
            text = wrap(text, run.style)
            return run.link.map { "<a href=\"\(escape($0.address))\">\(text)</a>" } ?? text
        }.joined()
    }

    private func wrap(_ text: String, _ style: MarkdownRun.Style) -> String {
        var text = text
        if style.contains(.bold) { text = "<strong>\(text)</strong>" }
        if style.contains(.italic) { text = "<em>\(text)</em>" }
        if style.contains(.strikethrough) { text = "<del>\(text)</del>" }
        return text
    }

    private func escape(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
    }
}

/// HTML as a list of what a reader sees: block tags, and stretches of text with the set of what applies to them.
///
/// Two texts with the same list look the same, however their inline tags are nested.
enum CanonicalHTML {
    static func tokens(_ html: String) -> [String] {
        var reader = Reader()
        reader.read(html)
        return reader.tokens
    }

    private struct Reader {
        var tokens: [String] = []
        private var text = ""
        private var styles: [String: Int] = [:]
        private var links: [String] = []
        private var isPreformatted = false

        mutating func read(_ html: String) {
            var rest = html[...]
            while let open = rest.firstIndex(of: "<") {
                add(text: String(rest[..<open]))
                guard let close = rest[open...].firstIndex(of: ">") else { break }
                tag(String(rest[rest.index(after: open)..<close]))
                rest = rest[rest.index(after: close)...]
            }
            add(text: String(rest))
            flush()
        }

        private mutating func add(text more: String) {
            text += Self.unescaped(more)
        }

        private static func unescaped(_ text: String) -> String {
            text.replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
                .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&amp;", with: "&")
        }

        private mutating func flush(atBlock: Bool = true) {
            var shown = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
            text = ""
            if atBlock, !isPreformatted {
                let isOnlyBreak = shown.allSatisfy { $0 == "\n" }
                if isOnlyBreak { shown = "" }
                while shown.hasSuffix("\n") { shown.removeLast() }
            }
            if let last = tokens.last, !last.hasPrefix("T|"), !last.hasPrefix("I|"), !isPreformatted {
                while shown.hasPrefix("\n") || last.hasPrefix("box") && shown.hasPrefix(" ") { shown.removeFirst() }
            }
            guard !shown.isEmpty else { return }
            let applied = styles.filter { $0.value > 0 }.keys.sorted().joined(separator: ",")
            let token = "T|\(applied)|\(links.last ?? "")|"
            if let last = tokens.last, last.hasPrefix(token) {
                tokens[tokens.count - 1] = last + shown
            } else {
                tokens.append(token + shown)
            }
        }

        private mutating func tag(_ tag: String) {
            let isClosing = tag.hasPrefix("/")
            let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber })
            switch name {
            case "em", "strong", "del":
                flush(atBlock: false)
                styles[name, default: 0] += isClosing ? -1 : 1
            case "code" where !isPreformatted:
                flush(atBlock: false)
                styles[name, default: 0] += isClosing ? -1 : 1
            case "code":
                if !isClosing { tokens.append(tag) }
            case "a":
                flush(atBlock: false)
                if isClosing {
                    links.removeLast()
                } else {
                    let safe = SafeLink(Self.attribute("href", tag))?.address
                    links.append(safe.map(Self.decoded) ?? links.last ?? "")
                }
            case "br":
                break
            case "img":
                flush(atBlock: false)
                let link = SafeLink(Self.attribute("src", tag))
                let alternative = Self.attribute("alt", tag)
                let shown = alternative.isEmpty ? link?.host ?? "image" : alternative
                let applied = styles.filter { $0.value > 0 }.keys.sorted().joined(separator: ",")
                let target = link.map { Self.decoded($0.address) } ?? links.last ?? ""
                tokens.append("I|\(applied)|\(target)|\(shown)")
            case "input":
                flush()
                tokens.append("box \(tag.contains("checked=\"\""))")
            case "pre":
                flush()
                isPreformatted = !isClosing
                tokens.append(tag)
            default:
                flush()
                tokens.append(tag)
            }
        }

        /// An address without percent escapes, which cmark adds when it writes HTML.
        private static func decoded(_ address: String) -> String { address.removingPercentEncoding ?? address }

        private static func attribute(_ name: String, _ tag: String) -> String {
            guard let start = tag.range(of: "\(name)=\"") else { return "" }
            return unescaped(String(tag[start.upperBound...].prefix { $0 != "\"" }))
        }
    }
}
