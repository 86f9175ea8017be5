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
            let interests = client?.connection.interests ?? []
            let ready = Poll.wait(
                for: [Poll.Interest(STDOUT_FILENO, reading: false)] + interests, until: deadline)
            if ready[0] { throw .outputClosed }
        }
    }
}

/// A line for each state and event.
final class PlainWatch: WatchDisplay {
    /// Whether each is a sentence, to be listened to.
    private let speaks: Bool
    private var tables: [String: TableState] = [:]
    private var isDaemonGone = false

    init(speaks: Bool) {
        self.speaks = speaks
    }

    func show(_ snapshot: TableSnapshot, _ line: ServerLine) throws(Failure) {
        if isDaemonGone { Output.message("the daemon is back") }
        isDaemonGone = false
        tables[snapshot.table] = TableState(snapshot)
        try Output.line(speaks ? Sentence.state(snapshot) : PlainLine.state(snapshot))
    }

    func show(_ notification: Notification?, _ line: ServerLine) throws(Failure) {
        guard let notification else { return }
        tables[notification.table]?.apply(notification)
        if case .throw(let frame) = notification, let result = frame.result {
            try Output.line(speaks ? Sentence.thrown(result) : PlainLine.thrown(result))
        }
        if case .event(let event) = notification, !event.kind.isQuiet, let table = tables[event.table] {
            // First, for a reader of one line is gone behind it.
            table.shout(at: event)
            try Output.line(speaks ? Sentence.event(event) : PlainLine.event(event, at: table.snapshot))
        }
    }

    func showGone() {
        isDaemonGone = true
        Output.message("the daemon is gone; waiting for it to come back")
    }

    func next(from client: Client?, by deadline: Deadline) throws(Failure) -> ServerLine? {
        try LineWait.next(from: client, by: deadline)
    }

    func close() {}
}

extension TableState {
    /// Says on standard error what is wrong with a turn that has ended.
    func shout(at event: TableEvent) {
        guard case .turnEnded(let turn, _) = event.kind, case .wrong(let reason)? = verdict else { return }
        Output.message("WRONG: turn \(turn.turn) of \(event.table): \(reason). Do not trust this daemon")
    }
}

/// The daemon's own lines: the snapshot's result, then the notifications.
final class JSONWatch: WatchDisplay {
    let frames = FrameKind.values

    func show(_ snapshot: TableSnapshot, _ line: ServerLine) throws(Failure) {
        try Session.printJSON(line)
    }

    func show(_ notification: Notification?, _ line: ServerLine) throws(Failure) {
        try Output.json(line.bytes)
    }

    func showGone() { Output.message("the daemon is gone; waiting for it to come back") }

    func next(from client: Client?, by deadline: Deadline) throws(Failure) -> ServerLine? {
        try LineWait.next(from: client, by: deadline)
    }

    func close() {}
}
