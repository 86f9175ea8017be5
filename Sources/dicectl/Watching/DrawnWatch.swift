internal import DiceClient
internal import DiceModel
internal import DiceWire

/// The dice drawn in place, with what happened last below them.
final class DrawnWatch: WatchDisplay {
    private let view: LiveView
    /// In the order in which they came.
    private var tables: [TableState] = []
    private var isDaemonGone = false

    init(_ view: LiveView) {
        self.view = view
    }

    func show(_ snapshot: TableSnapshot, _ line: ServerLine) {
        if let index = tables.firstIndex(where: { $0.snapshot.table == snapshot.table }) {
            var table = TableState(snapshot, after: tables[index])
            table.caption =
                isDaemonGone
                ? "the daemon is back" : tables[index].isDeleted ? "made anew" : tables[index].caption
            tables[index] = table
        } else {
            tables.append(TableState(snapshot))
        }
        view.show(tables)
    }

    func show(_ notification: Notification?, _ line: ServerLine) {
        guard let notification else { return }
        isDaemonGone = false
        change { $0.apply(notification) }
    }

    func showGone() {
        isDaemonGone = true
        change { $0.caption = "the daemon is gone, waiting for it" }
    }

    func next(from client: Client?, by deadline: Deadline) throws(Failure) -> ServerLine? {
        switch try view.next(from: client, of: AnyMethod(.watch), by: deadline) {
        case .line(let line): line
        case .deadline: nil
        }
    }

    func close() throws(Failure) { try view.close() }

    func takeResumption() -> Bool {
        defer { view.hasResumed = false }
        return view.hasResumed
    }

    private func change(_ change: (inout TableState) -> Void) {
        for index in tables.indices { change(&tables[index]) }
        if !tables.isEmpty { view.show(tables) }
    }
}
