package import DiceClient
import DiceModel

/// Draws the dice in place, with the last event below them.
package final class DrawnWatch: WatchDisplay {
    package let view: LiveView?
    /// The tables in the order of their arrival.
    private var tables: [TableState] = []
    private var isDaemonGone = false

    package init(_ view: LiveView) {
        self.view = view
    }

    package func show(_ news: Follower.News) {
        switch news {
        case .table(let snapshot, _): show(snapshot)
        case .notification(let notification?, _):
            isDaemonGone = false
            change { $0.apply(notification) }
        case .gone:
            isDaemonGone = true
            change { $0.caption = "disconnected; waiting for the daemon" }
        default: break
        }
    }

    private func show(_ snapshot: TableSnapshot) {
        if let index = tables.firstIndex(where: { $0.snapshot.table == snapshot.table }) {
            var table = TableState(snapshot, after: tables[index])
            table.caption =
                isDaemonGone
                ? "the daemon is back"
                : tables[index].isDeleted ? "created again" : tables[index].caption
            tables[index] = table
        } else {
            tables.append(TableState(snapshot))
        }
        view?.show(tables)
    }

    private func change(_ change: (inout TableState) -> Void) {
        for index in tables.indices {
            change(&tables[index])
        }
        if !tables.isEmpty {
            view?.show(tables)
        }
    }
}
