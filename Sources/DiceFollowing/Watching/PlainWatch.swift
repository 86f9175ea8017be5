package import DiceClient
import DiceDrawing
import DiceModel
import DiceWire

/// Prints a line for each state and event.
package final class PlainWatch: WatchDisplay {
    private let text: EventText
    private var tables: [String: TableState] = [:]
    private var isDaemonGone = false

    /// - Parameter speaks: true if each line is a sentence for a screen reader.
    package init(speaks: Bool) {
        text = speaks ? .spoken : .line
    }

    package func show(_ news: Follower.News) throws(CommandError) {
        switch news {
        case .table(let snapshot, _):
            if isDaemonGone {
                Output.message("the daemon is back")
            }
            isDaemonGone = false
            tables[snapshot.table] = TableState(snapshot)
            try Output.line(text.state(snapshot))
        case .notification(let notification?, _): try show(notification)
        case .gone:
            isDaemonGone = true
            Output.message(JSONWatch.gone)
        default: break
        }
    }

    private func show(_ notification: Notification) throws(CommandError) {
        tables[notification.table]?.apply(notification)
        if case .throw(let frame) = notification, let result = frame.result {
            try Output.line(text.thrown(result))
        }
        if case .event(let event) = notification, let table = tables[event.table],
            let line = text.event(event, at: table.snapshot, remark: table.remark)
        {
            try Output.line(line)
        }
    }
}
