import Transcript

/// Draws file diffs: a head per file, then its hunks with line numbers, marks and marked words.
struct DiffLines {
    let width: Int
    /// More lines of one file are summed up; nil shows all.
    var mostLines: Int?
    /// The language of what the file's host did not say.
    var words: SessionFormat = .english

    private typealias Span = StyledLine.Span
    private typealias Look = StyledLine.Look

    /// The lines of a list of files.
    func lines(_ files: [FileDiff]) -> [StyledLine] { files.flatMap { lines($0) } }

    private func lines(_ file: FileDiff) -> [StyledLine] {
        var lines = LineWrapper.lines(head(file), width: width)
        let all = file.hunks.flatMap { hunk in
            (hunk.heading.isEmpty ? [] : [DiffLine(.remark, hunk.heading)]) + hunk.lines
        }
        let digits = all.reduce(0) { max($0, $1.newNumber ?? 0, $1.oldNumber ?? 0) }.description.count
        let most = mostLines ?? .max
        for (index, line) in all.enumerated() where index < most {
            // Hunks stand apart.
            if index > 0, line.kind == .remark, all[index - 1].kind != .remark { lines.append(gap()) }
            lines += self.line(line, digits: digits)
        }
        if all.count > most { lines.append(StyledLine("  … " + words.moreLines(all.count - most), Look(.muted))) }
        if file.isTruncated {
            lines.append(
                StyledLine("  … " + words.pick("the rest is too long to show", "der Rest ist zu lang"), Look(.muted)))
        }
        return lines
    }

    private func head(_ file: FileDiff) -> [Span] {
        var spans: [Span] = []
        if let old = file.oldPath { spans += [Span(old, Look(.muted)), Span(" → ", Look(.faint))] }
        spans.append(Span(file.path ?? words.pick("changes", "Änderungen"), Look(.text, attributes: .bold)))
        switch file.change {
        case .modified, .moved: break
        case .created: spans.append(Span(" " + words.pick("created", "angelegt"), Look(.ok)))
        case .deleted: spans.append(Span(" " + words.pick("deleted", "gelöscht"), Look(.failure)))
        case .binary: spans.append(Span(" " + words.pick("binary", "binär"), Look(.muted)))
        }
        if file.added > 0 { spans.append(Span(" +\(file.added)", Look(.added))) }
        if file.removed > 0 { spans.append(Span(" −\(file.removed)", Look(.removed))) }
        return spans
    }

    private func gap() -> StyledLine { StyledLine("  ⋯", Look(.faint)) }

    private func line(_ line: DiffLine, digits: Int) -> [StyledLine] {
        if line.kind == .gap { return [gap()] }
        let number = (line.kind == .removed ? line.oldNumber : line.newNumber).map(String.init) ?? ""
        let padded = String(repeating: " ", count: max(0, digits - number.count)) + number
        let mark: String
        let ink: Ink
        var ground: Ink?
        var word: Ink?
        switch line.kind {
        case .added: (mark, ink, ground, word) = ("+", .added, .addedGround, .addedWord)
        case .removed: (mark, ink, ground, word) = ("-", .removed, .removedGround, .removedWord)
        case .remark: (mark, ink) = (" ", .muted)
        case .context, .gap: (mark, ink) = (" ", .body)
        }
        let prefix = [Span("\(padded) ", Look(.faint)), Span("\(mark) ", Look(ink, ground: ground))]
        let rest = [Span(String(repeating: " ", count: digits + 1)), Span("  ", Look(ground: ground))]
        let spans = line.segments.map { segment in
            Span(
                String(segment.text),
                Look(ink, ground: segment.isMarked ? word : ground, attributes: segment.isMarked ? .bold : []))
        }
        let wrapped = LineWrapper.lines(spans, width: width, first: prefix, rest: rest)
        guard let ground else { return wrapped }
        return wrapped.map { $0.filledAfter(digits + 1, to: width, ground: ground) }
    }
}

extension StyledLine {
    /// The line with a ground that reaches to the right edge, but not under the line number.
    fileprivate func filledAfter(_ columns: Int, to width: Int, ground: Ink) -> StyledLine {
        guard let number = spans.first else { return self }
        let rest = StyledLine(Array(spans.dropFirst())).filled(to: width - columns, ground: ground)
        return rest.prefixed([number])
    }
}
