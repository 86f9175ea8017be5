import DiceTable

/// Keeps the status text current and detects idle time. Sleeps until something changes.
@TableActor
final class ActivityWatch {
    private let tables: Tables
    private let server: ServerState
    private let idleExit: Duration?
    /// The time for which changes to the status are gathered.
    private let interval: Duration
    private let clock: any TableClock
    private let status: (String) -> Void
    private var lastStatus = ""
    private let statusTimer = Delay()
    private let idleTimer = Delay()
    private let (end, endContinuation) = AsyncStream<Never>.makeStream()

    init(
        tables: Tables,
        server: ServerState,
        idleExit: Duration?,
        clock: any TableClock,
        status: @escaping (String) -> Void
    ) {
        self.tables = tables
        self.server = server
        self.idleExit = idleExit
        interval = server.times.status
        self.clock = clock
        self.status = status
        lastStatus = statusText
        changed()
    }

    /// A text such as "3 tables, 2 watchers, 5 dice animating".
    var statusText: String {
        func count(_ number: Int, _ noun: String) -> String {
            "\(number) \(noun)\(number == 1 ? "" : "s")"
        }
        let dice = tables.animatingDice
        return "\(count(tables.count, "table")), \(count(tables.watchers, "watcher")), "
            + "\(dice) \(dice == 1 ? "die" : "dice") animating"
    }

    /// Notes a change to something that the status or the idle time depends on.
    func changed() {
        statusTimer.start(after: interval, on: clock) { [weak self] in self?.report() }
        guard let idleExit else { return }
        idleTimer.cancel()
        if server.connections.isEmpty {
            idleTimer.start(after: idleExit, on: clock) { [weak self] in
                self?.stopWaiting()
            }
        }
    }

    /// Returns when the daemon has been idle for `idleExit`, or when `stopWaiting()` is called.
    func untilIdle() async {
        for await _ in end {}
    }

    func stopWaiting() {
        endContinuation.finish()
    }

    private func report() {
        let text = statusText
        guard text != lastStatus, !server.isStopping else { return }
        lastStatus = text
        status(text)
    }
}
