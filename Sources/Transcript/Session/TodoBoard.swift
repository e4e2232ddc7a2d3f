import CollabWire

/// The session's plan: phases with tasks (feature E10).
public struct TodoBoard: Hashable, Sendable {
    /// Where a task stands.
    public enum Status: String, Hashable, Sendable {
        case pending
        case inProgress = "in_progress"
        case completed
        case abandoned
        case blocked
    }

    /// One task.
    public struct Task: Hashable, Sendable {
        /// What is to do.
        public var content: String
        /// Where it stands; a status of a newer host counts as pending.
        public var status: Status
        /// What it waits for, when it is blocked.
        public var blocker: String?

        /// A task.
        public init(content: String, status: Status, blocker: String? = nil) {
            self.content = content
            self.status = status
            self.blocker = blocker
        }
    }

    /// A group of tasks.
    public struct Phase: Hashable, Sendable {
        /// Its name; may be empty.
        public var name: String
        /// Its tasks in order.
        public var tasks: [Task]

        /// A phase.
        public init(name: String, tasks: [Task]) {
            self.name = name
            self.tasks = tasks
        }
    }

    /// The phases in order.
    public var phases: [Phase]

    /// A board.
    public init(phases: [Phase]) { self.phases = phases }

    /// All tasks in order.
    public var tasks: some Sequence<Task> { phases.lazy.flatMap(\.tasks) }

    /// How many tasks there are.
    public var taskCount: Int { phases.reduce(0) { $0 + $1.tasks.count } }

    /// How many tasks are settled: done or given up.
    public var settledCount: Int {
        phases.reduce(0) { $0 + $1.tasks.count { $0.status == .completed || $0.status == .abandoned } }
    }

    /// The task under way, or the first that waits.
    public var current: Task? {
        tasks.first { $0.status == .inProgress } ?? tasks.first { $0.status == .pending || $0.status == .blocked }
    }

    /// Whether every task is settled.
    public var isDone: Bool { taskCount > 0 && settledCount == taskCount }
}

extension TodoBoard {
    /// The board in a host's phases: `[{name, tasks: [{content, status, blocker?}]}]`. What is no phase or task is
    /// left out.
    public init(_ phases: JSONText) {
        self.init(
            phases: phases.objects.map { phase in
                Phase(
                    name: phase["name"]?.stringValue ?? "",
                    tasks: (phase["tasks"]?.objects ?? []).map { task in
                        let status = task["status"]?.stringValue.flatMap(Status.init) ?? .pending
                        return Task(
                            content: task["content"]?.stringValue ?? "", status: status,
                            blocker: status == .blocked ? task["blocker"]?.stringValue : nil)
                    })
            })
    }
}
