import DiceModel
import DiceTable
import DiceWire

/// The connections that watch the list of tables. They receive the whole list after changes, at
/// most once a second.
@TableActor
final class ListWatches {
    private struct ListWatch {
        weak var connection: ClientConnection?
        /// The list as last sent to this connection.
        var sent: [TableSummary]
    }

    private var watches: [RollOwner: ListWatch] = [:]
    private let timer = Delay()
    private let clock: any TableClock
    private let list: () async throws -> [TableSummary]

    private let interval: Duration

    /// - Parameters:
    ///   - interval: the time for which changes are gathered.
    ///   - list: returns a summary of every table.
    init(
        clock: any TableClock,
        interval: Duration,
        list: @escaping () async throws -> [TableSummary]
    ) {
        self.clock = clock
        self.interval = interval
        self.list = list
    }

    /// - Parameter told: the list that the connection is being sent.
    func add(_ connection: ClientConnection, told: [TableSummary]) {
        watches[connection.owner] = ListWatch(connection: connection, sent: told)
    }

    func remove(_ owner: RollOwner) {
        watches[owner] = nil
        if watches.isEmpty {
            timer.cancel()
        }
    }

    func includes(_ owner: RollOwner) -> Bool {
        watches[owner] != nil
    }

    /// Notes that a table or its visibility may have changed, or that a reader has caught up.
    func changed() {
        guard !watches.isEmpty else { return }
        timer.start(after: interval, on: clock) { [weak self] in
            TableActor.task { await self?.sendLists() }
        }
    }

    /// Sends the list to all that lack it; slow readers get it once they have caught up. If the
    /// list cannot be read, it is sent with the next change.
    private func sendLists() async {
        guard let all = try? await list() else { return }
        for (owner, watch) in watches {
            guard let connection = watch.connection, connection.isDrained else {
                continue
            }
            let list =
                connection.permit.tables.map { tables in
                    all.filter { TableName($0.table).map(tables.contains) == true }
                } ?? all
            guard list != watch.sent else { continue }
            watches[owner]?.sent = list
            connection.send(Notification.tables(ListResult(tables: list)).line())
        }
    }
}
