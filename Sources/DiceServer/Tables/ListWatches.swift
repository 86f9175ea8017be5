import DiceModel
import DiceTable
import DiceWire

/// Who is told of the tables that come, go and change: by the whole list, at most once a second.
@TableActor
final class ListWatches {
    private struct ListWatch {
        weak var connection: ClientConnection?
        /// The list that it knows.
        var told: [TableSummary]
    }

    private var watches: [RollOwner: ListWatch] = [:]
    private let timer = Delay()
    private let clock: any TableClock
    private let list: () async throws -> [TableSummary]

    private let interval: Duration

    /// - Parameters:
    ///   - interval: how long changes are gathered.
    ///   - list: every table in short.
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
        watches[connection.owner] = ListWatch(connection: connection, told: told)
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

    /// Something of a table, or who may see it, may have changed; or a reader has caught up.
    func changed() {
        guard !watches.isEmpty else { return }
        timer.start(after: interval, on: clock) { [weak self] in
            TableActor.task { await self?.tell() }
        }
    }

    /// A slow reader is told when it has caught up. If the list cannot be read, all are told with
    /// the next change.
    private func tell() async {
        guard let all = try? await list() else { return }
        for (owner, watch) in watches {
            guard let connection = watch.connection, connection.isDrained else {
                continue
            }
            let list =
                connection.permit.tables.map { tables in
                    all.filter { TableName($0.table).map(tables.contains) == true }
                } ?? all
            guard list != watch.told else { continue }
            watches[owner]?.told = list
            connection.send(Notification.tables(ListResult(tables: list)).line())
        }
    }
}
