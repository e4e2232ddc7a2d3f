import Transcript

/// Which colour each task has.
struct TerminalTheme: Sendable, Hashable {
    /// The ground text stands on.
    enum Ground: Sendable, Hashable { case dark, light }

    /// The ground it is for.
    let ground: Ground

    /// The theme for a ground.
    init(_ ground: Ground) { self.ground = ground }

    /// The theme for a terminal. `COLORFGBG` ends in the ground's colour number where a terminal sets it.
    init(environment: [String: String]) {
        let last = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
        ground = last.map { $0 == 7 || $0 == 15 } ?? false ? .light : .dark
    }

    /// A task's colour in full, and as one of the terminal's own sixteen.
    func color(_ ink: Ink) -> (full: TerminalColor, named: UInt8?) {
        if case .program(let color) = ink {
            if case .indexed(let index) = color, index < 16 { return (color, index) }
            return (color, nil)
        }
        let entry = ground == .dark ? Self.dark(ink) : Self.light(ink)
        let red = UInt8(truncatingIfNeeded: entry.rgb >> 16)
        let green = UInt8(truncatingIfNeeded: entry.rgb >> 8)
        return (.rgb(red, green, UInt8(truncatingIfNeeded: entry.rgb)), entry.named)
    }

    private static func dark(_ ink: Ink) -> (rgb: Int, named: UInt8) {
        switch ink {
        case .text: (0xFFFFFF, 15)
        case .body: (0xCCCCCC, 7)
        case .muted: (0x949494, 8)
        case .faint: (0x666666, 8)
        case .accent: (0xF6C177, 3)
        case .bash, .ok, .added: (0x86E0B0, 2)
        case .lsp: (0xB9A3E3, 5)
        case .task: (0x7BB8D4, 6)
        case .advisor, .failure, .removed: (0xE8919F, 1)
        case .keyword: (0xC4A7E7, 5)
        case .string: (0x9CCFD8, 6)
        case .number: (0xF6C177, 3)
        case .type: (0x3E8FB0, 4)
        case .function: (0xEBBCBA, 15)
        case .comment: (0x6E6A86, 8)
        case .addedGround: (0x131F19, 0)
        case .removedGround: (0x201416, 0)
        case .addedWord: (0x2A4738, 2)
        case .removedWord: (0x4A2E33, 1)
        case .program: (0xCCCCCC, 7)
        }
    }

    private static func light(_ ink: Ink) -> (rgb: Int, named: UInt8) {
        switch ink {
        case .text: (0x575279, 0)
        case .body: (0x6E6A8A, 0)
        case .muted: (0x797593, 8)
        case .faint: (0x9893A5, 8)
        // The gold of marks and fills is too pale for text: this one has 5.3:1 on the ground.
        case .accent: (0x8F5A00, 3)
        case .bash, .ok, .added: (0x56949F, 2)
        case .lsp: (0x907AA9, 5)
        case .task: (0x286983, 6)
        case .advisor, .failure, .removed: (0xB4637A, 1)
        case .keyword: (0x907AA9, 5)
        case .string: (0x56949F, 6)
        case .number: (0xEA9D34, 3)
        case .type: (0x286983, 4)
        case .function: (0xD7827E, 1)
        case .comment: (0x9893A5, 8)
        case .addedGround: (0xE3E7E2, 15)
        case .removedGround: (0xF0E0DD, 15)
        case .addedWord: (0xC4DAD8, 2)
        case .removedWord: (0xE3C3C6, 1)
        case .program: (0x6E6A8A, 0)
        }
    }
}
