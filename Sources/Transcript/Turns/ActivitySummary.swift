import CollabWire

/// What a folded activity says of itself: "Read 3 files, 2 searches".
public struct ActivitySummary: Hashable, Sendable {
    /// What kind of work a tool does.
    public enum Category: Int, Hashable, Sendable, CaseIterable {
        case skill, read, search, edit, run, web, todo, other
    }

    /// A category, how many different things it touched, and their name when that is what counts.
    public struct Item: Hashable, Sendable {
        /// The kind of work.
        public var category: Category
        /// Different files for reading and editing, calls for the rest.
        public var count: Int
        /// The skill's or the unknown tool's name.
        public var name: String?
        /// Whether the work is being done; a noun says nothing of that.
        public var isRunning: Bool
    }

    /// What was done, in the order of ``Category``.
    public private(set) var items: [Item] = []
    /// How many calls there are.
    public private(set) var stepCount = 0
    /// How many failed.
    public private(set) var failedCount = 0
    /// How many run.
    public private(set) var runningCount = 0

    /// Sums up an activity.
    public init(_ activity: ActivityTurn) {
        var targets: [Category: Set<String>] = [:]
        var running: [Category: Set<String>] = [:]
        var others: [Item] = []
        for step in activity.steps {
            stepCount += 1
            switch step.tool.status {
            case .running: runningCount += 1
            case .failed: failedCount += 1
            case .pending, .succeeded: break
            }
            let (category, target) = Self.target(of: step.tool)
            let runs = step.tool.status == .running && category != .search && category != .web
            if category == .other {
                if let index = others.firstIndex(where: { $0.name == target && $0.isRunning == runs }) {
                    others[index].count += 1
                } else {
                    others.append(Item(category: .other, count: 1, name: target, isRunning: runs))
                }
            } else if runs {
                running[category, default: []].insert(target)
            } else {
                targets[category, default: []].insert(target)
            }
        }
        for category in Category.allCases {
            for (found, isRunning) in [(targets[category], false), (running[category], true)] {
                guard let found else { continue }
                let name = category == .skill && found.count == 1 ? found.first : nil
                items.append(Item(category: category, count: found.count, name: name, isRunning: isRunning))
            }
        }
        items += others
    }

    private static let categories: [String: Category] = [
        "read": .read, "grep": .search, "search": .search, "glob": .search, "find": .search, "ast_grep": .search,
        "lsp": .search, "recall": .search, "edit": .edit, "apply_patch": .edit, "write": .edit, "ast_edit": .edit,
        "bash": .run, "eval": .run, "js": .run, "python": .run, "notebook": .run, "web_search": .web, "fetch": .web,
        "todo": .todo,
    ]

    /// Tools whose calls a person wants to see by themselves: pictures, decisions, results.
    private static let standalone: Set<String> = [
        "generate_image", "inspect_image", "browser", "puppeteer", "goal", "resolve", "reject", "propose", "yield",
        "report_tool_issue", "task", "ask",
    ]

    private static let imageSuffixes = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".svg", ".bmp", ".tiff"]

    /// Whether a call may be folded. It depends on name and arguments only, so that a result never changes it.
    static func isFoldable(_ tool: ToolTurn) -> Bool {
        guard !standalone.contains(tool.name) else { return false }
        guard tool.name == "read" || tool.name == "write",
            let path = tool.arguments?["path"]?.stringValue ?? tool.arguments?["file_path"]?.stringValue
        else { return true }
        if tool.name == "write" { return !path.hasPrefix("xd://") }
        let lowercase = path.lowercased()
        return !imageSuffixes.contains { lowercase.hasSuffix($0) }
    }

    private static func target(of tool: ToolTurn) -> (Category, String) {
        let category = categories[tool.name] ?? .other
        switch category {
        case .other: return (.other, tool.name)
        case .read, .edit:
            let path = tool.arguments?["path"]?.stringValue ?? tool.arguments?["file_path"]?.stringValue
            guard let path, !path.isEmpty else { return (category, tool.callId) }
            let skill = "skill://"
            if tool.name == "read", path.hasPrefix(skill) {
                return (.skill, String(path.dropFirst(skill.count).prefix { $0 != "/" }))
            }
            return (category, path)
        case .skill, .search, .run, .web, .todo: return (category, tool.callId)
        }
    }
}
