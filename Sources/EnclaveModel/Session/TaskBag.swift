/// Tasks that end with their owner.
@MainActor
final class TaskBag {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var count = 0

    func add(_ task: Task<Void, Never>) {
        count += 1
        let id = count
        tasks[id] = task
        // Finished tasks leave, so a long session does not collect them.
        Task { [weak self] in
            await task.value
            self?.tasks[id] = nil
        }
    }

    func cancelAll() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }

    deinit {
        for task in tasks.values { task.cancel() }
    }
}
