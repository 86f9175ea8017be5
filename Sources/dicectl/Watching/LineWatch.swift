internal import DiceClient
internal import DiceModel
internal import DiceWire
internal import Glibc

/// Waits for the daemon's lines, and for the end of whoever reads standard output.
enum LineWait {
    static func next(from client: Client?, by deadline: Deadline) throws(Failure) -> ServerLine? {
        while true {
            do {
                if let line = try client?.next(by: .now, of: .watch) { return line }
            } catch {
                throw .client(error)
            }
            if deadline.hasPassed { return nil }
            let descriptors = client.map { [Poll.Interest($0.connection.descriptor)] } ?? []
            let ready = Poll.wait(
                for: [Poll.Interest(STDOUT_FILENO, reading: false)] + descriptors, until: deadline)
            if ready[0] { throw .outputClosed }
        }
    }
}

/// A line for each state and event.
final class PlainWatch: WatchDisplay {
    private var table: TableState?

    func show(_ snapshot: TableSnapshot, _ line: ServerLine) throws(Failure) {
        if table != nil { Output.message("the daemon is back") }
        table = TableState(snapshot)
        try Output.line(PlainLine.state(snapshot))
    }

    func show(_ notification: Notification?, _ line: ServerLine) throws(Failure) {
        guard let notification else { return }
        table?.apply(notification)
        if case .event(let event) = notification, let table {
            try Output.line(PlainLine.event(event, at: table.snapshot))
        }
    }

    func showGone() { Output.message("the daemon is gone; waiting for it to come back") }

    func next(from client: Client?, by deadline: Deadline) throws(Failure) -> ServerLine? {
        try LineWait.next(from: client, by: deadline)
    }

    func close() {}
}

/// The daemon's own lines: the snapshot's result, then the notifications.
final class JSONWatch: WatchDisplay {
    func show(_ snapshot: TableSnapshot, _ line: ServerLine) throws(Failure) {
        try CommonOptions.printJSON(line)
    }

    func show(_ notification: Notification?, _ line: ServerLine) throws(Failure) {
        try Output.line(line.bytes)
    }

    func showGone() { Output.message("the daemon is gone; waiting for it to come back") }

    func next(from client: Client?, by deadline: Deadline) throws(Failure) -> ServerLine? {
        try LineWait.next(from: client, by: deadline)
    }

    func close() {}
}
