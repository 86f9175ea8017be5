internal import DiceClient
internal import DiceModel
internal import DiceWire

/// A line in a form of the user's choice whenever it would read differently.
final class FormatWatch: WatchDisplay {
    private let template: LineTemplate
    private var tables: [String: TableState] = [:]
    private var rollers: [String: String] = [:]
    private var last: [String: String] = [:]

    init(_ template: LineTemplate) {
        self.template = template
    }

    func show(_ snapshot: TableSnapshot, _ line: ServerLine) throws(Failure) {
        tables[snapshot.table] = TableState(snapshot)
        try tell(snapshot.table)
    }

    func show(_ notification: Notification?, _ line: ServerLine) throws(Failure) {
        guard let notification else { return }
        let name = notification.table
        tables[name]?.apply(notification)
        if case .event(let event) = notification {
            if let by = event.by { rollers[name] = by }
            tables[name]?.shout(at: event)
        }
        try tell(name)
    }

    func showGone() throws(Failure) {
        for name in tables.keys.sorted() { try tell(name, isGone: true) }
    }

    func next(from client: Client?, by deadline: Deadline) throws(Failure) -> ServerLine? {
        try LineWait.next(from: client, by: deadline)
    }

    func close() {}

    private func tell(_ name: String, isGone: Bool = false) throws(Failure) {
        guard let table = tables[name] else { return }
        let line = template.line(table, by: rollers[name], isGone: isGone)
        guard last.updateValue(line, forKey: name) != line else { return }
        // Its own text is the user's, as it is; the fields are printable.
        try Output.draw(Array((line + "\n").utf8))
    }
}

extension Notification {
    /// The table that it is about.
    var table: String {
        switch self {
        case .frame(let frame): frame.table
        case .event(let event): event.table
        case .throw(let frame): frame.table
        case .tables: ""
        }
    }
}
