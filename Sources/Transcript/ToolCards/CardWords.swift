/// The labels of tool cards in the person's language: the one place where they are translated.
///
/// Cards speak English. What they say by themselves (names of facts, titles, chips, remarks) goes through this table on
/// its way out of ``ToolCard``; what they quote of host and tool (paths, commands, states, outputs) stays as it came.
/// Flags in the tools' own spelling (`timeout=5s`, `no-gitignore`) are such quotations, too.
///
/// A label without an entry comes out in English. The tests go through every recorded call and name those.
struct CardWords: Sendable, Hashable {
    /// The language spoken.
    let language: SessionFormat.Language

    /// A card's line or list of chips.
    func translated(_ texts: [CardText]) -> [CardText] { language == .english ? texts : texts.map(translated) }

    /// A card's body.
    func translated(_ blocks: [CardBlock]) -> [CardBlock] { language == .english ? blocks : blocks.map(translated) }

    private func translated(_ text: CardText) -> CardText {
        var text = text
        switch text.role {
        case .badge: text.text = chip(text.text)
        // Plain words are most often somebody's own: only whole phrases are taken for labels.
        case .words: text.text = text.tone == .plain ? phrase(text.text) : chip(text.text)
        case .path, .range, .pattern: break
        }
        return text
    }

    private func translated(_ block: CardBlock) -> CardBlock {
        switch block {
        case .note(let text, let tone): return .note(remark(text), tone: tone)
        case .badges(let texts): return .badges(texts.map(translated))
        case .facts(let facts):
            return .facts(facts.map { CardFact(phrase($0.name), chip($0.value, isWhole: true), tone: $0.tone) })
        case .code(var code):
            code.title = code.title.map(phrase)
            return .code(code)
        case .output(var output):
            output.title = output.title.map(phrase)
            return .output(output)
        case .rows(let rows):
            return .rows(
                rows.map { row in
                    CardRow(
                        phrase(row.label), state: row.state, texts: row.texts.map(translated),
                        blocks: row.blocks.map(translated))
                })
        case .section(let title, let blocks): return .section(title: phrase(title), blocks.map(translated))
        case .markdown, .diff, .board, .images, .links, .agents, .choices: return block
        }
    }

    private func phrase(_ text: String) -> String { Self.phrase(text) ?? text }
    private func remark(_ text: String) -> String { Self.remark(text) ?? text }
    private func chip(_ text: String, isWhole: Bool = false) -> String {
        Self.phrase(text) ?? (isWhole ? Self.count(text) : Self.chip(text)) ?? text
    }

    // MARK: Looking up

    /// Whether there is a German word for a label.
    static func knows(_ label: String) -> Bool {
        phrase(label) != nil || chip(label) != nil || remark(label) != nil
    }

    private static func phrase(_ text: String) -> String? { phrases[text] }

    private static func chip(_ text: String) -> String? { count(text) ?? filled(text, chips) }

    private static func remark(_ text: String) -> String? { phrases[text] ?? filled(text, remarks) }

    /// "3 files": a number and what is counted.
    private static func count(_ text: String) -> String? {
        guard let space = text.firstIndex(of: " "), text.first?.isNumber == true else { return nil }
        let number = text[..<space]
        guard number.allSatisfy({ $0.isNumber || ".,KMB".contains($0) }) else { return nil }
        return nouns[String(text[text.index(after: space)...])].map { "\(number) \($0)" }
    }

    /// A text by the pattern it fits: `%` stands for anything.
    private static func filled(_ text: String, _ patterns: [(english: String, german: String)]) -> String? {
        for (english, german) in patterns {
            guard let hole = english.firstIndex(of: "%") else { continue }
            let before = english[..<hole]
            let after = english[english.index(after: hole)...]
            guard text.utf8.count > before.utf8.count + after.utf8.count, text.hasPrefix(before), text.hasSuffix(after)
            else { continue }
            return german.replacing("%", with: text.dropFirst(before.count).dropLast(after.count))
        }
        return nil
    }

    // MARK: German

    /// Chips with something in them, the more special before the more general.
    static let chips: [(english: String, german: String)] = [
        ("[invalid %]", "[ungültig: %]"), ("+% more", "+% weitere"), ("exit %", "Ende %"), ("async %", "nebenher: %"),
        ("job %", "Auftrag %"), ("artifact %", "Artefakt %"), ("wall %", "Dauer %"), ("tab %", "Tab %"),
        ("requested timeout % clamped", "verlangte Frist % gekürzt"), ("searched %", "% durchsucht"),
        ("target %", "Ziel %"), ("limit %", "höchstens %"), ("timeout %", "Frist %"), ("in %", "in %"),
        ("as of %", "Stand %"), ("budget %", "Budget %"), ("run %", "Lauf %"), ("resume %", "weiter mit %"),
        ("to %", "an %"), ("from %", "von %"), ("line %", "Zeile %"), ("killed by %", "beendet durch %"),
        ("restarted %", "neu gestartet: %"), ("pid %", "PID %"), ("edit ×%", "Änderung ×%"),
        ("cancel %", "abbrechen: %"), ("poll %", "abfragen: %"), ("base64 image (%)", "Base64-Bild (%)"),
        ("% workflow runs", "Workflow-Läufe von %"), ("— %", "— %"),
    ]

    /// Remarks with something in them.
    static let remarks: [(english: String, german: String)] = [
        ("revised: %", "überarbeitet: %"), ("skipped missing: %", "nicht gefunden: %"),
        ("%: log tail unavailable", "%: Ende des Protokolls nicht zu haben"), ("[invalid %]", "[ungültig: %]"),
    ]

    /// What is counted, one and many.
    static let nouns: [String: String] = [
        "file": "Datei", "files": "Dateien", "match": "Treffer", "matches": "Treffer", "op": "Schritt",
        "ops": "Schritte", "line": "Zeile", "lines": "Zeilen", "conflict": "Konflikt", "conflicts": "Konflikte",
        "elided span": "ausgelassene Stelle", "elided spans": "ausgelassene Stellen", "source": "Quelle",
        "sources": "Quellen", "error": "Fehler", "errors": "Fehler", "warning": "Warnung", "warnings": "Warnungen",
        "reference": "Verweis", "references": "Verweise", "replacement": "Ersetzung", "replacements": "Ersetzungen",
        "memory": "Erinnerung", "memories": "Erinnerungen", "memory retained": "Erinnerung behalten",
        "memories retained": "Erinnerungen behalten", "message": "Nachricht", "messages": "Nachrichten",
        "peer": "Gegenüber", "peers": "Gegenüber", "unread": "ungelesen", "found": "gefunden", "item": "Punkt",
        "items": "Punkte", "phase": "Phase", "phases": "Phasen", "question": "Frage", "questions": "Fragen",
        "cell": "Zelle", "cells": "Zellen", "task": "Aufgabe", "tasks": "Aufgaben", "completed": "fertig",
        "failed": "gescheitert", "cancelled": "abgebrochen", "aborted": "abgebrochen", "running": "laufen",
        "pending": "warten", "tokens": "Token", "job": "Auftrag", "jobs": "Aufträge", "agent": "Agent",
        "agents": "Agenten", "location": "Fundstelle", "locations": "Fundstellen", "symbol": "Symbol",
        "symbols": "Symbole",
    ]

    /// Labels as they stand.
    static let phrases: [String: String] = [
        // Names of facts.
        "action": "Aktion", "adapter": "Adapter", "apply": "anwenden", "args": "Argumente", "arguments": "Argumente",
        "budget": "Budget", "cancel": "abbrechen", "command": "Befehl", "content-type": "Inhaltstyp",
        "context": "Zusammenhang", "corrected from": "berichtigt aus", "cwd": "Ordner", "edit": "Änderung",
        "elapsed": "verstrichen", "exit code": "Rückgabewert", "failedJobs": "gescheiterte Aufträge", "file": "Datei",
        "final url": "Adresse am Ende", "frame": "Rahmen", "line": "Zeile", "list": "Liste", "location": "Ort",
        "matched": "Treffer", "method": "Verfahren", "new name": "neuer Name", "notes": "Hinweise",
        "objective": "Ziel", "op": "Schritt", "path": "Pfad", "paths": "Pfade", "payload": "Inhalt", "plan": "Plan",
        "poll": "abfragen", "program": "Programm", "provider": "Anbieter", "query": "Anfrage", "question": "Frage",
        "raw": "roh", "resolved": "gefunden als", "runs": "Läufe", "scope": "Bereich", "server": "Server",
        "session": "Sitzung", "state": "Zustand", "status": "Stand", "stop reason": "Grund des Halts",
        "subject": "Gegenstand", "symbol": "Symbol", "timeout": "Frist", "tokens": "Token", "truncated": "gekürzt",
        "url": "Adresse", "usage": "Verbrauch", "via": "über",
        // Titles.
        "assignment": "Auftrag", "body": "Text", "diagnostics": "Befunde", "display": "Anzeige", "errors": "Fehler",
        "parse errors": "Lesefehler", "expression": "Ausdruck", "input": "Eingabe", "messages": "Meldungen",
        "output": "Ausgabe", "pattern": "Muster", "patterns": "Muster", "replacement": "Ersatz", "report": "Bericht",
        "snapshot": "Momentaufnahme", "change": "Änderung", "saved": "gespeichert",
        // Chips.
        "all": "alle", "all jobs": "alle Aufträge", "all running jobs": "alle laufenden Aufträge",
        "all tabs": "alle Tabs", "async": "nebenher", "await reply": "wartet auf Antwort", "broadcast": "an alle",
        "empty": "leer", "failed": "gescheitert", "fill from commits": "aus den Commits gefüllt", "in": "in",
        "isolated": "abgeschottet", "kill": "beenden", "limit": "Grenze", "limit reached": "Grenze erreicht",
        "made executable": "ausführbar gemacht", "multiline": "mehrzeilig", "no": "nein",
        "no matches": "keine Treffer", "no op": "kein Schritt", "output truncated": "Ausgabe gekürzt",
        "peek": "nur ansehen", "reply": "Antwort", "reused": "wiederverwendet", "timed out": "Frist abgelaufen",
        "update": "Änderung", "workspace": "Arbeitsbereich", "yes": "ja", "hidden": "verborgene",
        "base64 image": "Base64-Bild", "(truncated)": "(gekürzt)",
        // Remarks.
        "deletion — matched code is removed": "Löschung: der gefundene Code fällt weg",
        "limit reached; narrow path": "Grenze erreicht; Pfad enger fassen",
        "no active goal": "kein Ziel gesetzt", "Reflect failed": "Nachdenken gescheitert",
        "waiting for workflow runs…": "wartet auf Workflow-Läufe …",
        "waiting for workflow jobs…": "wartet auf Workflow-Aufträge …",
        "No reply yet — they may answer later; check inbox or wait again.":
            "Noch keine Antwort; sie kann später kommen: Eingang ansehen oder noch einmal warten.",
        "[invalid content] — expected string": "[ungültig: content] — Text erwartet",
        "[invalid arg]": "[ungültiges Argument]", "[invalid edit]": "[ungültige Änderung]",
        "(no output)": "(keine Ausgabe)",
    ]
}
